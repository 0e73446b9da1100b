# The build matrix as tests: each part configures a build of its own below matrix/ and tests it on one core.
# COST orders them: the longest start first, and a build that others wait for before all.

# A check that reads the sources only.
function(house_test name)
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS house ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)
endfunction()

# matrix_part(NAME COST FOLDER PART ARGUMENTS...)
function(matrix_part name cost folder)
  add_test(NAME matrix.${name}
           COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/matrix/part.sh ${PROJECT_BINARY_DIR}/matrix/${folder} ${ARGN})
  set_tests_properties(matrix.${name} PROPERTIES LABELS matrix COST ${cost} TIMEOUT 1800)
endfunction()

house_test(layers python3 layers.py)
house_test(layers.planted python3 layers_test.py)
house_test(format ./format.sh check)
house_test(readme python3 readme.py)
house_test(setup ./setup_test.sh)
house_test(run ./run_test.sh)
house_test(scan.planted python3 matrix/scan_test.py)

# One build with the sanitizers serves the unit tests and the fuzzers.
matrix_part(sanitizers 2000 asan sanitizers)
set_tests_properties(matrix.sanitizers PROPERTIES FIXTURES_SETUP sanitizers)
matrix_part(asan 900 asan asan)
set_tests_properties(matrix.asan PROPERTIES FIXTURES_REQUIRED sanitizers)
foreach(fuzzer IN ITEMS mlkem mldsa hybrid vectors record encode composite)
  matrix_part(fuzz.${fuzzer} 800 asan fuzz ${fuzzer})
  set_tests_properties(matrix.fuzz.${fuzzer} PROPERTIES FIXTURES_REQUIRED sanitizers)
endforeach()

matrix_part(aarch64 700 aarch64 aarch64)
matrix_part(riscv64 300 riscv64 riscv64)
house_test(scan python3 matrix/scan.py ${PROJECT_BINARY_DIR}/src)
matrix_part(processors 300 processors processors $<TARGET_FILE:targets> $<TARGET_FILE:lydite_tests> $<TARGET_FILE:unlimited>)

# Known answers, wiping, small stacks, the instruction scan, and secrets under the memory checker; with g++ -O2, what
# distributions build with, the unit tests too.
matrix_part(gcc-O2 1500 gcc-O2 gcc g++ -O2)
matrix_part(clang-O3 700 clang-O3 ct clang++-19 -O3)
# The same without the memory checker.
matrix_part(gcc-O0 300 gcc-O0 level g++ -O0)
matrix_part(clang-lto 450 clang-lto level clang++-19 -O3 -flto)
# Left out of the daily run, for a quarter of an hour on two cores: `cmake -D LYDITE_ALL_LEVELS=ON`.
option(LYDITE_ALL_LEVELS "Every compiler at every level in the build matrix" OFF)
if(LYDITE_ALL_LEVELS)
  matrix_part(clang-O1 500 clang-O1 ct clang++-19 -O1)
  matrix_part(clang-O2 500 clang-O2 ct clang++-19 -O2)
  matrix_part(clang-Os 500 clang-Os ct clang++-19 -Os)
  matrix_part(gcc-O1 500 gcc-O1 ct g++ -O1)
  matrix_part(gcc-O3 500 gcc-O3 ct g++ -O3)
  matrix_part(gcc-Os 500 gcc-Os ct g++ -Os)
  matrix_part(clang-O0 200 clang-O0 level clang++-19 -O0)
  matrix_part(clang-native 400 clang-native level clang++-19 -O3 -march=native)
  matrix_part(gcc-native 400 gcc-native level g++ -O3 -march=native)
  matrix_part(gcc-lto 450 gcc-lto level g++ -O3 -flto)
endif()
