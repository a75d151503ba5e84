// A row of a table of files; FILE is the path. #embed can't stand in a macro, hence a file that tables include.
#pragma clang diagnostic ignored "-Wc23-extensions"
{
  FILE,
  (const unsigned char[]){
#embed FILE
  },
  sizeof((const unsigned char[]){
#embed FILE
  })
},
#undef FILE
