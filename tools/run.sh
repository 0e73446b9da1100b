#!/bin/sh
# The campaign of `make run`: continues an interrupted measurement, else begins a new one beside the earlier ones.
set -eu
cd "$(dirname "$0")/.."
