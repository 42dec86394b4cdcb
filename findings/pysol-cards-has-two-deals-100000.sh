#!/bin/sh
# pysol-cards 0.24.0 (PyPI) has two deals of almost every number above 32000, and its numbers up to
# 32000 are Microsoft's whatever is asked for; PySolFC's own begin at 32000 already.
#
# Its default is a 64-bit linear congruential generator, with -F it is PySolFC's Mersenne Twister:
#   100000:    6S 2D 7S JD 5S QS 6D
#   -F 100000: 5C 5S JD 7H QC 3S 3H
# With and without -F, 32000 is Microsoft's: QD 3S 8C JH 3D 6H TC.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check pysol-cards==0.24.0
cat >"$folder/deal.py" <<'PYTHON'
import sys

from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game
from pysol_cards.single_deal_args_parse import SingleDealArgsParser

args = SingleDealArgsParser(["deal", "-t"] + sys.argv[1:])
game = Game(args.which_game, args.game_num, args.which_deals, args.max_rank)
print(game.calc_layout_string(CardRenderer(True)).splitlines()[0])
PYTHON
first() {
    "$folder/venv/bin/python" "$folder/deal.py" "$@"
}
echo "100000:    $(first 100000)"
echo "-F 100000: $(first -F 100000)"
echo "-F 32000:  $(first -F 32000)"
[ "$(first 100000)" = '6S 2D 7S JD 5S QS 6D' ]
[ "$(first -F 100000)" = '5C 5S JD 7H QC 3S 3H' ]
[ "$(first -F 32000)" = 'QD 3S 8C JH 3D 6H TC' ]
[ "$(first 32000)" = 'QD 3S 8C JH 3D 6H TC' ]
