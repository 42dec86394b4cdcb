#!/bin/sh
# fc-solve (Debian's freecell-solver-bin 5.0.0-2+b1) prints cells that it does not read back.
#
# With -p, each cell is a field of four columns, and an empty one is blank. Read again, the cards
# move up to the first cells, so that its own solution is one for another table:
#   Freecells:      3H        (cell b holds the three of hearts)
#   Freecells:  3H            (the same line, read and printed again: cell a does)
# A sign for an empty cell (- 3H - -) is read as it stands.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if ! command -v fc-solve >/dev/null; then
    (cd "$folder" && apt-get download freecell-solver-bin libfreecell-solver0 && for deb in *.deb; do dpkg -x "$deb" .; done)
    PATH="$folder/usr/bin:$PATH"
    LD_LIBRARY_PATH=$(dirname "$(find "$folder" -name 'libfreecell-solver.so*' | head -n 1)")
    export PATH LD_LIBRARY_PATH
fi
board() {
    printf 'Foundations: H-2 C-K D-K S-K\n%s\n: 4H 5H\n: 6H\n:\n: KH 7H\n: QH 8H\n: JH\n: 9H\n: TH\n' "$1"
}
cells() {
    FREECELL_SOLVER_QUIET=1 fc-solve -p -t "$1" | grep -m 1 '^Freecells:'
}
board 'Freecells: - 3H - -' >"$folder/signs"
printed=$(cells "$folder/signs")
board "$printed" >"$folder/printed"
again=$(cells "$folder/printed")
echo "printed:    $printed"
echo "read again: $again"
[ "$(echo "$printed" | sed 's/ *$//')" = 'Freecells:      3H' ]
[ "$(echo "$again" | sed 's/ *$//')" = 'Freecells:  3H' ]
