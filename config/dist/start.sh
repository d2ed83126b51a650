#!/bin/sh
# Starts Catchmate; everything is kept in the folder `data` beside this file.
cd "$(dirname "$0")" && exec ./catchmate serve --config catchmate.toml --data data
