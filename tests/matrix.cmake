# The build matrix as tests: each part configures a build of its own below matrix/ and tests it on one core.
# COST orders them: the longest start first.
set(matrix_folder ${PROJECT_BINARY_DIR}/matrix)

# A check that reads the sources only.
function(house_test name)
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS house ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)
endfunction()

function(matrix_part name cost)
  add_test(NAME matrix.${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/matrix/part.sh ${matrix_folder}/${name} ${ARGN})
  set_tests_properties(matrix.${name} PROPERTIES LABELS matrix COST ${cost} TIMEOUT 600)
endfunction()

house_test(layers python3 layers.py)
house_test(layers.planted python3 layers_test.py)
house_test(format ./format.sh check)
house_test(setup ./setup_test.sh)
house_test(scan.planted python3 matrix/scan_test.py)

matrix_part(gcc 500 gcc)
matrix_part(asan 900 asan)
matrix_part(aarch64 800 aarch64)
matrix_part(riscv64 400 riscv64)
matrix_part(processors 300 processors $<TARGET_FILE:targets> $<TARGET_FILE:lydite_tests>)

# Known answers, wiping, small stacks and the instruction scan at every level that is shipped or documented.
foreach(compiler IN ITEMS g++ clang++-19)
  foreach(level IN ITEMS -O0 -Os -O1 -O2 -O3)
    matrix_part(level.${compiler}${level} 200 level ${compiler} ${level})
  endforeach()
  matrix_part(level.${compiler}-O3-lto 250 level ${compiler} -O3 -flto)
  matrix_part(level.${compiler}-O3-native 250 level ${compiler} -O3 -march=native)
endforeach()

foreach(compiler IN ITEMS g++ clang++-19)
  foreach(level IN ITEMS -Os -O1 -O2 -O3)
    matrix_part(ct.${compiler}${level} 600 ct ${compiler} ${level})
  endforeach()
endforeach()
