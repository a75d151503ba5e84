# Reads lines of rounds, `NAME key=value ...`, and groups them by the name and the key in `by`.
# A group is "NAME VALUE"; `order` has the groups in the order of the input.
{ key = $1; split("", value)
  for (i = 2; i <= NF; i++) { split($i, part, "="); value[part[1]] = part[2] }
  place = key " " value[by]
  if (!(place in rounds)) order[++places] = place
  rounds[place]++
  for (name in value) all[place, name] = all[place, name] " " value[name] }

# The median of a value over the rounds of a group.
function middle(place, name,   list, count, i, j, swap) {
  count = split(all[place, name], list, " ")
  for (i = 1; i <= count; i++) for (j = i + 1; j <= count; j++)
    if (list[j] + 0 < list[i] + 0) { swap = list[i]; list[i] = list[j]; list[j] = swap }
  return list[int((count + 1) / 2)] + 0
}

# The maximum of a value over the rounds of a group.
function most(place, name,   list, count, i, best) {
  count = split(all[place, name], list, " ")
  for (i = 1; i <= count; i++) if (list[i] + 0 > best) best = list[i] + 0
  return best + 0
}
