"""The compiled search: imagine a world, go down the tree, play out, back up a payoff per seat.

A node is what one seat knows; an edge is a choice of the seat that acts there. Below an edge hang
the nodes that differ in what the seat noticed of the outcome (a card that was turned, say). Where
all is open and no chance falls, every seat knows the same: one tree serves all, and wins and losses
that are certain are proven upwards. Where hands are hidden there are two ways. Either each seat has
a tree of its own, and all trees are gone down together: a seat chooses by its own knowledge, in a
world that the root's seat imagines. Or only the root's seat has a tree, and the others do what the
game's `urge` makes them do.
"""

from __future__ import annotations

import math

import numpy as np

from cattery.kernel import (
    MOST_LEGAL,
    U,
    add_wrapping,
    apply,
    below,
    feel,
    guess,
    imagine,
    kernel,
    legal,
    mix,
    notice,
    payoff,
    sample,
    urge,
    weigh,
)

NONE = -1

# What `settings` hold.
EXPLORE, CUT, SOLID, HURRIED, WIDEN, ALONE, GUESS = range(7)

SURE = 1e6  # above any estimate
DEEPEST = 512  # decisions that one descent may take inside the tree

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

# used[0] nodes, used[1] edges taken from the arrays


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
def choose_listed(s, nodes, edges, used, node, out, n, where, explore, widen):
    """The best edge among n legal moves, or a new edge for one not tried yet: (edge, is new).

    With `widen` a node gets new edges only as fast as the root of its visits grows, those first
    that `weigh` likes: else rarely visited players would do everything once, and seem to be fools.
    """
    at = nodes[node].edges
    while at != NONE:
        if edges[at].action >= 0:  # below 0: what others did here in other worlds
            where[edges[at].action] = at
        at = edges[at].next
    untried = 0
    best, most = NONE, -2.0 * SURE
    for k in range(n):
        at = where[out[k]]
        if at == NONE or edges[at].visits == 0:
            untried += 1
            if below(s, untried) == 0:
                out[MOST_LEGAL - 1] = out[k]
        elif untried == 0 or widen > 0.0:
            value = worth(edges[at], math.log(edges[at].chances + 1.0), explore)
            if value > most:
                best, most = at, value
        if at != NONE:
            edges[at].chances += 1
    if widen > 0.0 and untried:
        if n - untried > widen * math.sqrt(nodes[node].visits):
            untried = 0
        else:
            out[MOST_LEGAL - 1] = most_liked(s, edges, out, n, where)
    if untried:
        new = where[out[MOST_LEGAL - 1]]
        if new == NONE:
            new = new_edge(nodes, edges, used, node, out[MOST_LEGAL - 1])
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
def played_out(s, hurried):
    """What is played where nobody chooses."""
    return urge(s) if hurried else sample(s)


@kernel
def finish_playout(s, hurried, cut, out):
    """Play to the end, or `cut` decisions long and then by feeling; payoffs into `out`."""
    left = cut
    while not s.over:
        if left == 0:
            feel(s, out)
            return
        apply(s, played_out(s, hurried))
        left -= 1
    payoff(s, out)


@kernel
def descend(nodes, edges, used, at, s, path, out, where, thinker, settings):
    """Go down from the nodes `at` (one per tree) and add an edge: the number of steps taken.

    With one tree that is only the `thinker`'s, the others play as in playouts.
    """
    explore, widen = settings[EXPLORE], settings[WIDEN]
    solid, hurried = settings[SOLID] > 0.0, settings[HURRIED] > 0.0
    trees = len(at)
    steps = 0
    while not s.over and steps < DEEPEST:
        mover = np.int64(s.actor)
        if thinker not in (NONE, mover):
            if at[0] == NONE:
                break
            action = np.int64(played_out(s, hurried))
            apply(s, action)
            at[0] = noticed(nodes, edges, used, at[0], s, notice(s, action, mover, thinker))
            continue
        tree = mover if trees > 1 else 0
        node = at[tree]
        if node == NONE:
            break
        fresh = 0
        if solid and nodes[node].complete:
            edge = choose_complete(nodes, edges, node, explore)
        else:
            n = legal(s, out)
            edge, fresh = choose_listed(s, nodes, edges, used, node, out, n, where, explore, widen)
            if edge == NONE:
                break
            if solid and nodes[node].width == n and fresh <= 1:
                nodes[node].complete = 1
        action = np.int64(edges[edge].action)
        path[steps, 0], path[steps, 1], path[steps, 2] = node, edge, mover
        steps += 1
        apply(s, action)
        if solid and s.over:
            break
        follow(nodes, edges, used, at, s, action, mover, edge)
        if fresh:
            break
    return steps


@kernel
def follow(nodes, edges, used, at, s, action, mover, edge):
    """Move every tree to the node that its seat now stands at."""
    trees = len(at)
    for tree in range(trees):
        seat = tree if trees > 1 else mover
        key = notice(s, action, mover, seat)
        if seat == mover:
            at[tree] = child_of(nodes, edges, used, edge, key, s.actor)
        elif at[tree] != NONE:
            at[tree] = noticed(nodes, edges, used, at[tree], s, key)


@kernel
def noticed(nodes, edges, used, node, s, key):
    """Where a tree stands after what others did: no choice of its seat, so an edge of no count."""
    link = find_edge(nodes, edges, node, -2 - key)
    if link == NONE:
        link = new_edge(nodes, edges, used, node, -2 - key)
    return NONE if link == NONE else child_of(nodes, edges, used, link, 0, s.actor)


@kernel
def think(
    nodes, edges, used, roots, world, scratch, seat, seed, first, count, settings, where, sums
):
    """Run iterations first ... first+count-1 for `seat` from `world[0]`; returns how many were run.

    `settings`: exploration, cut of playouts (negative: to the end), 1 where all is open, without
    chance and for two, 1 for playouts by urge, how fast nodes widen (0: at once), 1 if only `seat`
    has a tree, 1 to guess worlds instead of imagining all alike. `sums[seat]` gathers the payoffs
    of all iterations. Stops when the root is proven.
    """
    cut, solid, hurried = np.int64(settings[CUT]), settings[SOLID] > 0.0, settings[HURRIED] > 0.0
    thinker = seat if settings[ALONE] > 0.0 else NONE
    guessing = settings[GUESS] > 0.0
    out = np.empty(MOST_LEGAL, np.int32)
    path = np.empty((DEEPEST, 3), np.int64)
    at = np.empty(len(roots), np.int64)
    payoffs = np.empty(len(sums), np.float64)
    for k in range(count):
        if solid and nodes[roots[0]].proof:
            return k
        scratch[0] = world[0]
        s = scratch[0]
        s.rng = mix(add_wrapping(seed, U(first + k)))
        if guessing:
            guess(s, seat)
        else:
            imagine(s, seat)
        for tree in range(len(roots)):
            at[tree] = roots[tree]
        steps = descend(nodes, edges, used, at, s, path, out, where, thinker, settings)
        ended = s.over
        finish_playout(s, hurried, cut, payoffs)
        for each in range(steps):
            edge = edges[path[each, 1]]
            edge.visits += 1
            edge.value += payoffs[path[each, 2]]
            nodes[path[each, 0]].visits += 1
        for each in range(len(sums)):
            sums[each] += payoffs[each]
        if solid and ended and steps:
            result = payoffs[path[steps - 1, 2]]
            edges[path[steps - 1, 1]].proof = 1 if result >= 1.0 else (-1 if result <= -1.0 else 0)
            if edges[path[steps - 1, 1]].proof:
                prove(nodes, edges, path, steps)
    return count


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
