# The two commands are `make run` and `make test`; both install what is missing on Debian 12 first.
.DEFAULT_GOAL := help
.PHONY: help run test build format clean
.NOTPARALLEL:

release := build/release
jobs := $(shell nproc)

help:
	@echo "make run     build the command, check it against known answers, measure, and leave a report under out/"
	@echo "make test    every test (about a quarter of an hour on two cores)"
	@echo "make build   the command only: $(release)/lydite"
	@echo "make format  lay out all C++ files with clang-format"
	@echo "make clean   remove build/ (measurements under out/ stay)"

run: build
	@tools/run.sh

build:
	@tools/setup.sh run
	@test -f $(release)/build.ninja || cmake --preset release -DLYDITE_TESTS=OFF
	@cmake --build $(release) --target lydite

# Matrix parts are tests too, one core each; the longest start first.
test:
	@tools/setup.sh test
	@cmake --preset release -DLYDITE_TESTS=ON
	@cmake --build $(release)
	@ctest --test-dir $(release) --output-on-failure -j $(jobs)

format:
	@tools/setup.sh test
	@tests/format.sh fix

clean:
	rm -rf build
