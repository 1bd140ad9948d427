# Prints the rows that validation tests wrote to the file TABLE, sorted, if there are any.
if(EXISTS "${TABLE}")
  file(STRINGS "${TABLE}" rows)
  list(SORT rows)
  list(PREPEND rows "case | reference | ours | difference | tolerance")
  list(JOIN rows "\n" text)
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo "\n${text}\n")
endif()
