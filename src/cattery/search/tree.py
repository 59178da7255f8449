"""The compiled search: imagine a world, go down the tree, play out, back up a payoff per seat.

A node is what one seat knows; an edge is a choice of the seat that acts there. Below an edge hang
the nodes that differ in what the seat noticed of the outcome (a card that was turned, say). Where
all is open, every seat knows the same, and one tree serves all; if no chance falls either and two
play, wins and losses that are certain are proven upwards. Where hands are hidden each seat has a
tree of its own, and all trees are gone down together: a seat chooses by its own knowledge, in a
world that the root's seat imagines. Or, open or hidden, only the root's seat has a tree, and the
others do what the game's `urge` makes them do, or `urge_as`, by habits that are drawn for each
iteration. What a seat doesn't notice moves its tree nowhere.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from cattery.kernel import (
    MOST_LEGAL,
    UNNOTICED,
    U,
    add_wrapping,
    apply,
    below,
    feel,
    guess,
    guess_as,
    imagine,
    kernel,
    legal,
    mix,
    multiply_wrapping,
    notice,
    payoff,
    random_bits,
    sample,
    stage,
    urge,
    urge_as,
    weigh,
)
from cattery.search.net import feel_by_net, like_by_policy

NONE = -1
SURE = 1e6  # above any estimate
DEEPEST = 512  # decisions that one descent may take inside the tree
LIKED = 8  # moves that a node keeps of what `weigh` liked best
LAST = 1 << 30  # a stage that no match comes to
LEAST_SPAN = 0.01  # of payoffs: a point
LOT = 0.001  # by which moves that a policy likes about alike come in another order each time

# Keys of outcomes are above those of `notice`, and below 2**30.
_OUTCOMES = 1 << 29
_TO_29 = U(64 - 29)
_HALF = U(32)
_FINE = 1 << 20  # parts of 1 by which chances are drawn
_PRIME = U(0x9E3779B97F4A7C15)
_BYTE, _LOTS = U(255), 31  # so many lots of a byte, which overlap, are in 64 random bits

_NODE = np.dtype(
    [
        ("edges", np.int32),  # the first edge, NONE for a leaf
        ("next", np.int32),  # the next node below the same edge
        ("key", np.int32),  # what its seat noticed of the outcome
        ("width", np.int32),  # how many edges it has
        ("visits", np.int32),  # how many choices were made here
        ("actor", np.int8),
        ("proof", np.int8),  # 1 a certain win of its actor, -1 a certain loss, 0 open
        ("complete", np.int8),  # every legal move has an edge: they needn't be listed any more
    ],
    align=True,
)
_EDGE = np.dtype(
    [
        ("value", np.float64),  # the sum of payoffs of the seat that chooses
        ("action", np.int32),
        ("next", np.int32),  # the next edge of the same node
        ("child", np.int32),  # the first node below
        ("visits", np.int32),
        ("chances", np.int32),  # how often it was legal when its node was visited
        ("proof", np.int8),  # as of a node, for the seat that chooses
    ],
    align=True,
)

# Access by attribute interpreted, too.
NODE = np.dtype((np.record, _NODE))
EDGE = np.dtype((np.record, _EDGE))


class TreeSettings(NamedTuple):
    """How to search, as the kernels take it."""

    explore: float  # weight of what is uncertain
    cut: int  # decisions of a playout; negative: to the end
    stages: int  # of the match, the present one included, that an iteration goes through; 0: all
    widen: float  # how fast nodes get new edges; 0: at once
    outcomes: int  # of chance that are told apart below one choice
    perfect_information: bool  # open, without chance, for two: wins and losses can be proven
    by_urge: bool  # playouts as the game urges, not by lot
    single_tree: bool  # only the thinker has a tree
    guess: bool  # guess worlds instead of imagining all alike
    scaled: bool  # payoffs count by the span of those seen


class Trees(NamedTuple):
    """The arrays of one thread: its trees, and room to work.

    `think` takes them out once; the kernels below it get them one by one. Taking an array out of
    the record counts its owners, and done in every step that costs a third of the search.
    """

    nodes: Any
    edges: Any
    used: Any  # [2] nodes and edges taken
    liked: Any  # [node] what `weigh` liked best there, NONE behind the last; None: it is asked anew
    roots: Any  # [tree] a node
    where: Any  # [action] room for an edge, NONE between uses
    scratch: Any  # [1] room for a state
    words: Any  # the same as 64-bit words, `rng` first; None where chance makes no nodes
    sums: Any  # [seat] payoffs of all iterations
    moments: Any  # [3] how many payoffs of the thinker there were, their sum, that of their squares
    span: Any  # [2] the lowest and the highest payoff of the thinker
    population: Any  # [habit, ...] the game's habits; None where all are alike, as the next two
    weights: Any  # [seat, habit] how likely each seat has each habit
    habits: Any  # [seat, ...] room for those of one iteration
    value: Any  # a learned estimate (`net.py`), or None: then it is the game's own `feel`
    hidden: Any  # room for its hidden units
    policy: Any  # what was learned about choices, or None
    likes: Any  # [action] room
    sensed: Any  # room for the features of a state


@kernel
def new_node(nodes, used, key, actor):
    """Take a node from the arena; NONE when it is full."""
    at = used[0]
    if at >= len(nodes):
        return NONE
    used[0] = at + 1
    node = nodes[at]
    node.edges = NONE
    node.next = NONE
    node.key = key
    node.width = 0
    node.visits = 0
    node.actor = actor
    node.proof = 0
    node.complete = 0
    return at


@kernel
def new_edge(nodes, edges, used, node, action):
    """Add an edge to a node; NONE when the arena is full."""
    at = used[1]
    if at >= len(edges):
        return NONE
    used[1] = at + 1
    edge = edges[at]
    edge.value = 0.0
    edge.action = action
    edge.next = nodes[node].edges
    edge.child = NONE
    edge.visits = 0
    edge.chances = 0
    edge.proof = 0
    nodes[node].edges = at
    nodes[node].width += 1
    return at


@kernel
def find_edge(nodes, edges, node, action):
    """The edge of `node` for `action`, or NONE."""
    at = nodes[node].edges
    while at != NONE and edges[at].action != action:
        at = edges[at].next
    return at


@kernel
def child_of(nodes, edges, used, edge, key, actor):
    """The node below `edge` for what was noticed, made if need be; NONE when the arena is full."""
    at = edges[edge].child
    while at != NONE and nodes[at].key != key:
        at = nodes[at].next
    if at == NONE:
        at = new_node(nodes, used, key, actor)
        if at != NONE:
            nodes[at].next = edges[edge].child
            edges[edge].child = at
    return at


@kernel
def worth(edge, log_chances, explore):
    """Upper confidence bound of an edge that was visited."""
    return edge.value / edge.visits + explore * math.sqrt(log_chances / edge.visits)


@kernel
def choose_complete(nodes, edges, node, explore):
    """The best edge of a node whose edges are all its legal moves; certain losses come last."""
    log_visits = math.log(nodes[node].visits + 1.0)
    best, most = NONE, -2.0 * SURE
    at = nodes[node].edges
    while at != NONE:
        edge = edges[at]
        value = worth(edge, log_visits, explore)
        if edge.proof:
            value = value + SURE if edge.proof > 0 else value - SURE
        if value > most:
            best, most = at, value
        at = edge.next
    return best


@kernel
def most_liked(s, edges, out, n, where):
    """Of the moves not tried yet the one that `weigh` likes best; by chance if several."""
    likes = np.empty(n)
    weigh(s, out, n, likes)
    best, most, equal = NONE, 0.0, 0
    for k in range(n):
        at = where[out[k]]
        if at != NONE and edges[at].visits > 0:
            continue
        if best == NONE or likes[k] > most:
            best, most, equal = np.int64(out[k]), likes[k], 1
        elif likes[k] == most:
            equal += 1
            if below(s, equal) == 0:
                best = np.int64(out[k])
    return best


@kernel
def next_liked(s, edges, liked, out, n, where):
    """As `most_liked`, by what was kept in `liked`; `weigh` is asked anew when that is used up."""
    for _ in range(2):
        for k in range(LIKED):
            action = np.int64(liked[k])
            if action == NONE:
                break
            at = where[action]
            if at == NONE or edges[at].visits == 0:
                for each in range(n):
                    if out[each] == action:
                        return action
        rank_liked(s, edges, liked, out, n, where)
    return np.int64(NONE)


@kernel
def rank_liked(s, edges, liked, out, n, where):
    """Put the moves not tried yet that `weigh` likes best into `liked`; equals by lot."""
    likes = np.empty(n)
    weigh(s, out, n, likes)
    lot = random_bits(s)
    kept = 0
    best = np.empty(LIKED)
    lots = np.empty(LIKED, np.uint64)
    for k in range(n):
        at = where[out[k]]
        if at != NONE and edges[at].visits > 0:
            continue
        own = mix(add_wrapping(lot, U(out[k])))
        if kept == LIKED:
            last = LIKED - 1
            if likes[k] < best[last] or (likes[k] == best[last] and own <= lots[last]):
                continue
        else:
            kept += 1
        place = kept - 1
        while place > 0 and (
            likes[k] > best[place - 1] or (likes[k] == best[place - 1] and own > lots[place - 1])
        ):
            best[place], lots[place] = best[place - 1], lots[place - 1]
            liked[place] = liked[place - 1]
            place -= 1
        best[place], lots[place] = likes[k], own
        liked[place] = out[k]
    for k in range(kept, LIKED):
        liked[k] = NONE


@kernel
def choose_listed(s, nodes, edges, used, liked, where, node, out, n, explore, widen):
    """The best edge among n legal moves, or a new edge for one not tried yet: (edge, is new).

    With `widen` a node gets new edges only as fast as the root of its visits grows, those first
    that `weigh` likes: else rarely visited players would do everything once, and seem to be fools.
    """
    at = nodes[node].edges
    while at != NONE:
        if edges[at].action >= 0:  # below 0: what others did here in other worlds
            where[edges[at].action] = at
        at = edges[at].next
    untried, fresh = 0, np.int64(NONE)
    best, most = NONE, -2.0 * SURE
    for k in range(n):
        at = where[out[k]]
        if at == NONE or edges[at].visits == 0:
            untried += 1
            if below(s, untried) == 0:
                fresh = np.int64(out[k])
        elif untried == 0 or widen > 0.0:
            value = worth(edges[at], math.log(edges[at].chances + 1.0), explore)
            if value > most:
                best, most = at, value
        if at != NONE:
            edges[at].chances += 1
    if widen > 0.0 and untried:
        if n - untried > widen * math.sqrt(nodes[node].visits):
            untried = 0
        elif liked is None:
            fresh = most_liked(s, edges, out, n, where)
        else:
            if nodes[node].visits == 0:
                rank_liked(s, edges, liked[node], out, n, where)
            fresh = next_liked(s, edges, liked[node], out, n, where)
    if untried:
        new = where[fresh]
        if new == NONE:
            new = new_edge(nodes, edges, used, node, fresh)
            if new != NONE:
                edges[new].chances = 1
        if new == NONE and widen > 0.0:
            untried = 0  # the arena is full: go on with what is known
        else:
            best = new
    at = nodes[node].edges
    while at != NONE:
        if edges[at].action >= 0:
            where[edges[at].action] = NONE
        at = edges[at].next
    return best, untried


@kernel
def choose_likely(s, nodes, edges, used, node, out, policy, likes, sensed, explore, widen):
    """The best edge of a node, or a new one for the likeliest move without: (edge, is new).

    As fast as the root of its visits grows a node gets new edges, and where all others are lost.
    What is liked about alike comes by lot, so that not every game goes the same way.
    """
    best = NONE
    if nodes[node].width > widen * math.sqrt(nodes[node].visits):
        best = choose_complete(nodes, edges, node, explore)
        if edges[best].proof >= 0:
            return best, 0
    n = legal(s, out)
    like_by_policy(s, out, n, policy, likes, sensed)
    at = nodes[node].edges
    while at != NONE:
        likes[edges[at].action] = -SURE
        at = edges[at].next
    lots = random_bits(s)
    fresh, most = np.int64(out[0]), -2.0 * SURE
    for k in range(n):
        like = np.float64(likes[out[k]]) + LOT * np.int64((lots >> U(k & _LOTS)) & _BYTE)
        if like > most:
            fresh, most = np.int64(out[k]), like
    new = new_edge(nodes, edges, used, node, fresh)
    if new == NONE:
        return best if best != NONE else choose_complete(nodes, edges, node, explore), 0
    if nodes[node].width == n:
        nodes[node].complete = 1
    return new, 1


@kernel
def prove(nodes, edges, path, steps):
    """Carry certainty up the path: a sure win decides a node, a sure loss when all else is lost."""
    for k in range(steps - 1, -1, -1):
        node, at = path[k, 0], path[k, 1]
        if edges[at].proof == 0:
            child = nodes[edges[at].child]
            if child.proof == 0:
                return
            same = child.actor == nodes[node].actor
            edges[at].proof = child.proof if same else -child.proof
        if edges[at].proof > 0:
            nodes[node].proof = 1
        elif nodes[node].complete:
            at = nodes[node].edges
            while at != NONE and edges[at].proof < 0:
                at = edges[at].next
            if at != NONE:
                return
            nodes[node].proof = -1
        else:
            return


@kernel
def played_out(s, by_urge, habits):
    """What is played where nobody chooses: by the habit of who acts, if habits are known."""
    if not by_urge:
        return np.int64(sample(s))
    if habits is not None:
        return np.int64(urge_as(s, habits[s.actor]))
    return np.int64(urge(s))


@kernel
def estimate(s, value, hidden, sensed, out):
    """The payoffs of a state that isn't over: as learned, or as the game feels."""
    if value is not None:
        feel_by_net(s, value, hidden, sensed, out)
    else:
        feel(s, out)


@kernel
def finish_playout(s, by_urge, habits, value, hidden, sensed, cut, end, out):
    """Play to the end, or `cut` decisions long or to the stage `end`, and then by feeling; payoffs
    into `out`."""
    left = cut
    while not s.over:
        if left == 0 or stage(s) >= end:
            estimate(s, value, hidden, sensed, out)
            return
        apply(s, played_out(s, by_urge, habits))
        left -= 1
    payoff(s, out)


@kernel
def descend(
    nodes,
    edges,
    used,
    liked,
    where,
    words,
    at,
    s,
    path,
    out,
    thinker,
    end,
    explore,
    settings,
    habits,
    policy,
    likes,
    sensed,
):
    """Go down from the nodes `at` (one per tree) and add an edge: the number of steps taken.

    It goes no further than to the stage `end`.

    With one tree that is only the `thinker`'s, the others play as in playouts.
    """
    most = settings.outcomes
    steps = 0
    while not s.over and steps < DEEPEST and stage(s) < end:
        mover = np.int64(s.actor)
        if thinker not in (NONE, mover):
            if at[0] == NONE:
                break
            action = np.int64(played_out(s, settings.by_urge, habits))
            chance = s.rng
            s.revealed = 0
            apply(s, action)
            key = np.int64(notice(s, action, mover, thinker))
            if key != UNNOTICED:
                key = told_apart(nodes, edges, at[0], NONE, words, s, key, chance, most)
                at[0] = noticed(nodes, edges, used, at[0], s, key)
            continue
        tree = mover if len(at) > 1 else 0
        node = at[tree]
        if node == NONE:
            break
        fresh = 0
        if settings.perfect_information and nodes[node].complete:
            edge = choose_complete(nodes, edges, node, explore)
        elif settings.perfect_information and policy is not None:
            edge, fresh = choose_likely(
                s, nodes, edges, used, node, out, policy, likes, sensed, explore, settings.widen
            )
            if edge == NONE:
                break
        else:
            n = legal(s, out)
            edge, fresh = choose_listed(
                s, nodes, edges, used, liked, where, node, out, n, explore, settings.widen
            )
            if edge == NONE:
                break
            if settings.perfect_information and nodes[node].width == n and fresh <= 1:
                nodes[node].complete = 1
        action = np.int64(edges[edge].action)
        path[steps, 0], path[steps, 1], path[steps, 2] = node, edge, mover
        steps += 1
        chance = s.rng
        s.revealed = 0
        apply(s, action)
        if settings.perfect_information and s.over:
            break
        for tree in range(len(at)):
            seat = tree if len(at) > 1 else mover
            key = np.int64(notice(s, action, mover, seat))
            if at[tree] == NONE or key == UNNOTICED:
                continue
            own = edge if seat == mover else NONE
            key = told_apart(nodes, edges, at[tree], own, words, s, key, chance, most)
            if own != NONE:
                at[tree] = child_of(nodes, edges, used, own, key, s.actor)
            else:
                at[tree] = noticed(nodes, edges, used, at[tree], s, key)
        if fresh:
            break
    return steps


@kernel
def told_apart(nodes, edges, node, own, words, s, key, chance, most):
    """What was noticed, and what chance turned up where it makes nodes: a number for both.

    `own` is the edge that the tree's seat has chosen, NONE where another chose. `chance` is the
    state's before the step: if it has moved, at most so many outcomes are told apart.
    """
    if words is not None:
        if s.rng != chance:
            return np.int64(outcome(nodes, edges, node, own, words, key, most))
    return key


@kernel
def outcome(nodes, edges, node, own, words, plain, most):
    """A number for what chance has turned up: one for the state but its `rng`.

    It is `plain` for what is new where `most` outcomes are known.
    """
    total = U(plain)
    for k in range(1, len(words)):
        total = multiply_wrapping(total ^ words[k], _PRIME)
        total ^= total >> _HALF
    key = np.int64(mix(total) >> _TO_29) + _OUTCOMES
    if own == NONE:
        known = find_edge(nodes, edges, node, -2 - key) != NONE
        return key if known or nodes[node].width < most else plain
    at, siblings = edges[own].child, 0
    while at != NONE and nodes[at].key != key:
        at = nodes[at].next
        siblings += 1
    return key if at != NONE or siblings < most else plain


@kernel
def noticed(nodes, edges, used, node, s, key):
    """Where a tree stands after what others did: no choice of its seat, so an edge of no count."""
    link = find_edge(nodes, edges, node, -2 - key)
    if link == NONE:
        link = new_edge(nodes, edges, used, node, -2 - key)
    return NONE if link == NONE else child_of(nodes, edges, used, link, 0, s.actor)


@kernel
def think(trees, world, seat, seed, first, count, settings):
    """Run iterations first ... first+count-1 for `seat` from `world[0]`; returns how many were run.

    Stops when the root is proven.
    """
    nodes, edges, roots, scratch = trees.nodes, trees.edges, trees.roots, trees.scratch
    used, liked, where = trees.used, trees.liked, trees.where
    words, sums, span = trees.words, trees.sums, trees.span
    moments = trees.moments
    population, weights, habits = trees.population, trees.weights, trees.habits
    value, hidden = trees.value, trees.hidden
    policy, likes, sensed = trees.policy, trees.likes, trees.sensed
    thinker = np.int64(seat) if settings.single_tree else np.int64(NONE)
    out = np.empty(MOST_LEGAL, np.int32)
    path = np.empty((DEEPEST, 3), np.int64)
    at = np.empty(len(roots), np.int64)
    payoffs = np.empty(len(sums), np.float64)
    explore = settings.explore
    end = stage(world[0]) + settings.stages if settings.stages else LAST
    for k in range(count):
        if settings.perfect_information and nodes[roots[0]].proof:
            return k
        scratch[0] = world[0]
        s = scratch[0]
        s.rng = mix(add_wrapping(seed, U(first + k)))
        imagine_world(s, seat, settings.guess, population, weights, habits)
        for tree in range(len(roots)):
            at[tree] = roots[tree]
        if settings.scaled:
            explore = settings.explore * half_span(span)
        steps = descend(
            nodes,
            edges,
            used,
            liked,
            where,
            words,
            at,
            s,
            path,
            out,
            thinker,
            end,
            explore,
            settings,
            habits,
            policy,
            likes,
            sensed,
        )
        ended = s.over
        finish_playout(
            s, settings.by_urge, habits, value, hidden, sensed, settings.cut, end, payoffs
        )
        back_up(nodes, edges, sums, path, steps, payoffs)
        moments[0] += 1.0
        moments[1] += payoffs[seat]
        moments[2] += payoffs[seat] * payoffs[seat]
        if settings.scaled:
            span[0], span[1] = min(span[0], payoffs[seat]), max(span[1], payoffs[seat])
        if settings.perfect_information and ended and steps:
            result = payoffs[path[steps - 1, 2]]
            edges[path[steps - 1, 1]].proof = 1 if result >= 1.0 else (-1 if result <= -1.0 else 0)
            if edges[path[steps - 1, 1]].proof:
                prove(nodes, edges, path, steps)
    return count


@kernel
def imagine_world(s, seat, guessing, population, weights, habits):
    """Draw what `seat` can't know: habits, if the game knows any, and then what is hidden."""
    if habits is not None:
        draw_habits(s, weights, population, habits)
    if not guessing:
        imagine(s, seat)
    elif habits is not None:
        guess_as(s, seat, habits)
    else:
        guess(s, seat)


@kernel
def draw_habits(s, weights, population, habits):
    """Draw a habit for each seat by its weights, which add up to 1."""
    for seat in range(len(habits)):
        left = below(s, _FINE) / _FINE
        habit = 0
        while habit < len(population) - 1 and left >= weights[seat, habit]:
            left -= weights[seat, habit]
            habit += 1
        for k in range(population.shape[1]):
            habits[seat, k] = population[habit, k]


@kernel
def back_up(nodes, edges, sums, path, steps, payoffs):
    """Count what came out of an iteration along its path."""
    for each in range(steps):
        edge = edges[path[each, 1]]
        edge.visits += 1
        edge.value += payoffs[path[each, 2]]
        nodes[path[each, 0]].visits += 1
    for each in range(len(sums)):
        sums[each] += payoffs[each]


@kernel
def half_span(span):
    """What 1 is to payoffs from -1 to 1, to those seen: half of their span, 1 before any is."""
    if span[0] > span[1]:
        return 1.0
    return max(span[1] - span[0], LEAST_SPAN) / 2.0


@kernel
def transplant(nodes, edges, root, new_nodes, new_edges, used):
    """Copy the tree below `root` into an empty arena; its root comes to 0."""
    nodes_from = np.empty(len(new_nodes), np.int64)
    used[0], used[1] = 1, 0
    new_nodes[0] = nodes[root]
    new_nodes[0].next = NONE
    nodes_from[0] = root
    done = 0
    while done < used[0]:
        last = NONE
        at = nodes[nodes_from[done]].edges
        new_nodes[done].edges = NONE
        while at != NONE and used[1] < len(new_edges):
            edge = used[1]
            used[1] += 1
            new_edges[edge] = edges[at]
            new_edges[edge].next = NONE
            new_edges[edge].child = NONE
            if last == NONE:
                new_nodes[done].edges = edge
            else:
                new_edges[last].next = edge
            last = edge
            below_edge = edges[at].child
            while below_edge != NONE and used[0] < len(new_nodes):
                node = used[0]
                used[0] += 1
                new_nodes[node] = nodes[below_edge]
                new_nodes[node].next = new_edges[edge].child
                new_edges[edge].child = node
                nodes_from[node] = below_edge
                below_edge = nodes[below_edge].next
            at = edges[at].next
        done += 1
