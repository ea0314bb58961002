#!/bin/sh
# Compares the programs of this folder with the baseline. After an intended change: check.sh --update
# PASSCOPE names the command.
set -e
cd "$(dirname "$0")"
exec ${PASSCOPE:-npx passcope} check --pipelines pipelines.txt "$@"
