//! The words of this crate, of FreeCell and of search, each with one meaning; an idea comes with
//! its source.
//!
//! # Our own words
//!
//! * **ruleset**: one consistent choice among the rules that the puzzle leaves
//!   open ([`ruleset::Ruleset`](crate::ruleset::Ruleset)).
//! * **unambiguous**: said of a move that is legal, and moves the same cards,
//!   under every choice of the rules for supermoves.
//! * **joint position**: several boards, one for each of several rulesets, that
//!   the same moves are played on ([`position::Position`](crate::position::Position)).
//! * **root**: the table at which a search begins; boards are packed relative to
//!   it ([`board::RootCascades`](crate::board::RootCascades)).
//! * **undisturbed**: said of the cards of a cascade that have not moved since the root;
//!   what lies on them is the cascade's **built run**, a card that returned included. The
//!   word is from Paul & Helmert (*Optimal Solitaire Game Solutions Using A\* Search and Deadlock
//!   Analysis*, 2016).
//! * **displaced**: said of a card that has left its place before a smaller card of its suit, so
//!   that it must lie elsewhere now
//!   ([`bound`](crate::bound)).
//! * **fixed**, **loose**: in the [factored search](crate::search::factored), the cards of a
//!   cascade up to its last sequence break, and all others that are not home. A loose card may be
//!   undisturbed; a fixed one always is.
//! * **self-blocking**: said of a built run with a card that lies above a smaller card of its
//!   suit, so that it must move once more before all of it is home.
//! * **costed move**, **free move**: the two kinds of moves of the counting relaxation
//!   ([`bound`](crate::bound)). A run of the last undisturbed cards leaves its cascade for a move;
//!   a last undisturbed card leaves for nothing when no card that must go home before it is
//!   undisturbed.
//! * **colour-parity class**: the cards that can be in one run, black aces, red twos, black
//!   threes … or all others
//!   ([`card_set::CardSet::COLOR_PARITY`](crate::card_set::CardSet::COLOR_PARITY)).
//! * **materialized**: said of a position that is held as a board. Most that are generated never
//!   are: their hashes and estimates are known without it, and a node keeps the position before
//!   and the move.
//! * **played**: said of a successor that is materialized at once, since autoplay may have
//!   cards to send home ([`position::Successors`](crate::position::Successors)).
//! * **stalling move**: the first of a reversible pair of moves, a card there and back, by
//!   which the bot gains a turn's time for the same search ([`bot`](crate::bot)).
//! * **line**: a sequence of moves, winning or not; one that wins is a *solution*.
//!
//! # FreeCell's words
//!
//! The game is Paul Alfille's, 1978; its numbered deals and `safe`
//! autoplay are Jim Horne's, 1991.
//!
//! * **cascade**, **cell**, **foundation**, **home**: the eight columns, the four
//!   single places, the four piles to be built, and being on one of these.
//! * **autoplay**: the game's own moves to the foundations after each move: `safe`,
//!   only of cards on which no other needs to lie, or `all`, of every card that
//!   fits ([`ruleset::Autoplay`](crate::ruleset::Autoplay)).
//! * **run**: cards at the end of a cascade, descending in alternating colours;
//!   **supermove**: moving several of them as one, as free cells and empty
//!   cascades would allow card by card.
//!
//! # The words of search
//!
//! * **A\***: expand the position with the lowest f = g + h, moves made plus moves
//!   estimated (Hart, Nilsson & Raphael, 1968); **weighted**, with g + w·h, it
//!   finds some solution sooner (Pohl, 1970).
//! * **admissible**: said of an estimate that is never above the moves really
//!   needed, so that A\* proves its first solution shortest (1968, as above); of a position it is
//!   its **least moves**, and what is proved of all lines from a table is their **lower bound**
//!   ([`LowerBound`](crate::LowerBound)).
//! * **beam search**: expand all positions of one depth together, and of what they
//!   lead to keep the best, as many as the beam is wide (Lowerre, 1976; for state
//!   spaces Bisiani, 1987).
//! * **open list**: the positions still to be expanded, those with the lowest f first
//!   (1968, as above).
//! * **bucket queue**: an array of stacks indexed by priority (Dial, 1969); the open
//!   list is one, and one ranks what a beam may keep.
//! * **Zobrist hash**: the exclusive or of one random number for each card and what
//!   it lies on, updated move by move (Zobrist, 1970).
//! * **transposition table**: the positions generated so far, found by their hash, since many lines
//!   lead to one position (Greenblatt, Eastlake & Crocker, 1967).
//! * **pattern database**: the exact costs of an abstraction of the game, computed
//!   before the search and looked up in it (Culberson & Schaeffer, 1998).
//! * **relaxation**: a game with fewer restrictions, whose solutions cost no more
//!   than the real one's, so that its costs are admissible (Pearl, 1984). There are two: the
//!   *counting relaxation*, in which only the numbers of undisturbed cards matter
//!   ([`bound`](crate::bound)), and the *free-cells relaxation* for two boards, in which a move may
//!   name any cell that is free on both ([`search::exhaustive`](crate::search::exhaustive)).
//! * **abstraction**: a game whose states each stand for many of the real one, such that what
//!   cannot be won in it cannot be won (as for pattern databases, 1998); here that of the
//!   [factored search](crate::search::factored).
//! * **portfolio**: several configurations run in slices of time, since a problem
//!   that is hard for one is seldom hard for all (Huberman, Lukose & Hogg, 1997;
//!   Gomes & Selman, 2001).
//! * **non-local move**: one that has nothing to do with the move before it; here, one that takes
//!   no card from the cascade from which that one took some (Junghanns & Schaeffer, *Relevance
//!   cuts: localizing the search*, 1998).
//! * **dominance pruning**: leaving out a move because another one leads at least
//!   as far (Ibaraki, 1977).
//! * **decoupled search**: searching the factors of a state space by themselves, given what
//!   they have in common, instead of their product (Gnad & Hoffmann, 2018); here in
//!   [`search::factored`](crate::search::factored), where the factors are the two
//!   **colour-parity classes**, the cards that can ever lie on one another.
//! * **conformant planning**: a plan that works without knowing which of several
//!   worlds is real; the set of possible worlds is the **belief** (Smith & Weld,
//!   1998; Bonet & Geffner, 2000).
//! * **accumulator**: the sums behind an evaluation, kept and updated by each move
//!   instead of recomputed (Nasu, 2018, for shogi; known from chess engines).
