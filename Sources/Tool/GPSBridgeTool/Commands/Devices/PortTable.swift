/// Columns of text, as wide as they must be.
struct PortTable {
  let rows: [[String]]

  var text: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { index, cell in
        // Nothing stands behind the last one.
        index == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[index] - cell.count)
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }
}
