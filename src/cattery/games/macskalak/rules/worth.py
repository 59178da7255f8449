"""Macskalak: what a sheet is worth besides its points: what may still come of it.

`traits` counts what matters, and weights found in games of greedy players say how much
(`python -m benchmarks.macskalak`). It stands beside the rules because compiled code is kept under a
hash of this folder.
"""

from __future__ import annotations

import numpy as np

from cattery.games.macskalak.rules.sheet import (
    NO_CELLS,
    beside,
    connected,
    empty,
    first_cell,
    free_frame,
    points,
    weight,
)
from cattery.games.macskalak.rules.state import (
    ABILITIES,
    AREA_CELLS,
    BONUS_CELLS,
    CAT,
    CHOOSE,
    COLUMN_CELLS,
    EXPAND,
    GROWS,
    HAS_AREAS,
    HAS_BONUS,
    HAS_CHEESE,
    HAS_LINES,
    MOUSE,
    NUMBERS,
    ROOM_POINTS,
    ROW_CELLS,
    SIZE,
    TRACK,
    TRACK_LENGTH,
    TRACK_SHOWS,
    WILD,
    K,
)
from cattery.kernel import ONE as ONE_CELL
from cattery.kernel import U, count_bits, kernel

# --- what is counted -----------------------------------------------------------------------------
# Loose numbers that hang together, by number, weight and empty cells beside them (1, 2, 3 or more):
#   PART + 3 * (place of number and weight) + cells - 1; places 2:1, 3:1 3:2, 4:1 ..., 5:1 ... 5:4
ONE = 0  # always 1
EMPTY = 1  # empty cells
LONE, PAIR = 2, 3  # those without an empty neighbour, and those with one that has no other
FRAME = 4  # level 4: cells of the frame that aren't in the house
OPEN_LINES = 5  # cheese that a mouse may still eat
BOTH_OPEN = 6  # empty cells where a mouse would eat two
TRACK_LEFT = 7  # cats of the track that aren't crossed out
TRACK_NUMBER = 8  # the next of them shows a number
WITH_CAT = 9  # empty cells in lines with a cat
NEED_CAT = 10  # mice in lines without a cat that have an empty cell
AREA = 11  # 6: mice that wait for a 1st, 3rd cat; empty cells in areas with 0, 1, 2, 3 cats
BONUS_OPEN = 17  # empty bonus cells
BONUS_LOOSE = 18  # numbers in bonus cells that may become part of a room
USES = 19  # 12: uses in hand
PART = USES + ABILITIES
PARTS_OF = np.array([0, 1, 3, 6], np.int64)  # [number - 2] the place of weight 1
FINISH = PART + 30  # 4: a number more would finish a room
NEARLY = FINISH + NUMBERS  # 4: two more would
PROGRESS = NEARLY + NUMBERS  # 12: how far the best part has come, by the ability it would give
TRAITS = PROGRESS + ABILITIES
# What is forced is worth about so much, until it is done.
SPARK_WORTH, TRACK_WORTH, MOUSE_WORTH = 2.5, 1.5, 1.0
SHARE_OF = 36.0  # empty cells at which the second weights count in full


@kernel
def traits(s, k, out):
    """Count all of the above for the sheet k of the record."""
    out[:] = 0.0
    free = empty(s, k)
    out[ONE] = 1.0
    out[EMPTY] = count_bits(free)
    count_nooks(free, out)
    for number in range(NUMBERS):
        ability = np.int64(s.ability[number])
        out[USES + ability] = s.uses[k, number]
        count_parts(s, k, number, ability, free, out)
    if HAS_CHEESE[s.level]:
        count_cheese(s, k, free, out)
    if TRACK_LENGTH[s.level]:
        left = TRACK_LENGTH[s.level] - np.int64(s.cats[k])
        out[TRACK_LEFT] = left
        out[TRACK_NUMBER] = left > 0 and TRACK_SHOWS[s.level, s.cats[k]] > 0
    else:
        count_company(s, k, free, out)
    if HAS_BONUS[s.level]:
        for letter in range(BONUS_CELLS.shape[1]):
            out[BONUS_OPEN] += (BONUS_CELLS[s.level, letter] & free) != NO_CELLS
    out[FRAME] = count_bits(free_frame(s, k))


@kernel
def count_nooks(free, out):
    """Empty cells with no empty neighbour, and pairs of them."""
    shut = free & ~beside(free)
    out[LONE] = count_bits(shut)
    left = free ^ shut
    while left:
        region = connected(first_cell(left), left)
        out[PAIR] += count_bits(region) == 2
        left ^= region


@kernel
def count_parts(s, k, symbol, ability, free, out):
    """Loose equal numbers that hang together and may still grow into a room."""
    n = symbol + 2
    left = s.symbols[k, symbol] & ~s.roomed[k]
    # Cells where a number more would touch parts that weigh at least 1, 2, 3, 4 together.
    one, two, three, four = NO_CELLS, NO_CELLS, NO_CELLS, NO_CELLS
    while left:
        part = connected(first_cell(left), left)
        left ^= part
        edge = beside(part) & free
        if edge == NO_CELLS:
            continue
        heavy = weight(part, s.doubled[k])
        if heavy == 1:
            four |= three & edge
            three |= two & edge
            two |= one & edge
        elif heavy == 2:
            four |= two & edge
            three |= one & edge
            two |= edge
        elif heavy == 3:
            four |= one & edge
            three |= edge
            two |= edge
        else:
            four |= edge
            three |= edge
            two |= edge
        one |= edge
        if heavy < n:
            place = PARTS_OF[symbol] + heavy - 1
            out[PART + 3 * place + min(3, count_bits(edge)) - 1] += 1.0
            out[PROGRESS + ability] = max(out[PROGRESS + ability], heavy / n)
        if HAS_BONUS[s.level]:
            for letter in range(BONUS_CELLS.shape[1]):
                if BONUS_CELLS[s.level, letter] & part:
                    out[BONUS_LOOSE] += n
    finish = one if n == 2 else (two if n == 3 else (three if n == 4 else four))
    nearly = NO_CELLS if n == 2 else (one if n == 3 else (two if n == 4 else three))
    out[FINISH + symbol] = min(2, count_bits(finish))
    out[NEARLY + symbol] = min(2, count_bits(nearly))


@kernel
def count_cheese(s, k, free, out):
    """Lines that have an empty cell and no mouse yet."""
    mice = s.symbols[k, MOUSE]
    rows, columns = NO_CELLS, NO_CELLS
    for line in range(SIZE[s.level]):
        if mice & ROW_CELLS[line] == NO_CELLS and free & ROW_CELLS[line]:
            rows |= ROW_CELLS[line]
            out[OPEN_LINES] += 1.0
        if mice & COLUMN_CELLS[line] == NO_CELLS and free & COLUMN_CELLS[line]:
            columns |= COLUMN_CELLS[line]
            out[OPEN_LINES] += 1.0
    out[BOTH_OPEN] = min(8, count_bits(rows & columns & free))


@kernel
def count_company(s, k, free, out):
    """Mice that wait for cats, and cells where a mouse would find one."""
    cats, mice = s.symbols[k, CAT], s.symbols[k, MOUSE]
    if HAS_LINES[s.level]:
        for line in range(2 * SIZE[s.level]):
            cells = ROW_CELLS[line >> 1] if line & 1 else COLUMN_CELLS[line >> 1]
            if cats & cells:
                out[WITH_CAT] += count_bits(free & cells)
            elif free & cells:
                out[NEED_CAT] += weight(mice & cells, s.doubled[k])
    if HAS_AREAS[s.level]:
        for area in range(AREA_CELLS.shape[1]):
            cells = AREA_CELLS[s.level, area]
            here = min(3, weight(cats & cells, s.doubled[k]))
            out[AREA + 2 + here] += count_bits(free & cells)
            if free & cells and here < 3:
                out[AREA + (here > 0)] += weight(mice & cells, s.doubled[k])


@kernel
def pending(s, seat, counted):
    """M-25: what is forced on a seat counts as if it were done: points; cells as if empty."""
    forced = s.forced[seat]
    if forced == EXPAND:
        counted[EMPTY] += s.missing[seat]
        return SPARK_WORTH if s.spark[seat] >= 0 else 0.0
    if forced == CHOOSE:
        at = ONE_CELL << U(s.written[seat])
        symbol = 0
        while not s.symbols[seat, symbol] & at:
            symbol += 1
        if GROWS[s.level]:
            counted[EMPTY] += min(symbol + 2, count_bits(free_frame(s, seat)))
        ability = np.int64(s.ability[symbol])
        if ability < K:
            counted[USES + ability] += 1.0
            return float(ROOM_POINTS[s.level, symbol])
        return ROOM_POINTS[s.level, symbol] + SPARK_WORTH
    if forced == WILD:
        return SPARK_WORTH
    return TRACK_WORTH if forced == TRACK else (MOUSE_WORTH if forced else 0.0)


@kernel
def worth(s, seat, weights, counted):
    """Points and prospects of a seat's sheet as it is; `counted` is scratch for its traits."""
    traits(s, seat, counted)
    extra = pending(s, seat, counted)
    share = counted[EMPTY] / SHARE_OF
    total = 0.0
    for trait in range(TRAITS):
        if counted[trait] != 0.0:
            row = weights[s.level, trait]
            total += counted[trait] * (row[0] + share * row[1])
    return points(s, seat) + extra + total


# [level, trait] the weight, and what it grows by per share of empty cells.
# fmt: off
WEIGHTS = np.array([
    [
        [-0.692, 0.046],
        [1.667, 0.146],
        [-0.124, 0.169],
        [-0.432, 0.432],
        [0, 0],
        [0.131, 0.471],
        [0.149, 0.072],
        [0.222, 0.278],
        [-0.021, 0.116],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [-0.173, 1.312],
        [0.127, 0.359],
        [-0.1, 0.181],
        [-0.177, -0.542],
        [-0.087, 0.009],
        [-0.119, 0.449],
        [-0.325, -0.865],
        [0.164, 0.9],
        [0.194, 2.275],
        [-0.14, 0.516],
        [0, 0],
        [0, 0],
        [0.144, 0.295],
        [0.081, 0.741],
        [0.375, -0.256],
        [0.097, 0.551],
        [0.608, 0.136],
        [0.828, -0.152],
        [0.889, 1.083],
        [1.033, 0.79],
        [1.26, 0.592],
        [-0.029, 0.769],
        [0.426, 0.567],
        [0.828, -0.154],
        [-0.261, 1.284],
        [0.743, 0.835],
        [0.923, 0.41],
        [1.461, 1.607],
        [1.134, 0.747],
        [1.15, 0.758],
        [-0.147, 0.761],
        [0.009, 1.194],
        [0.291, 1.169],
        [-0.126, 1.302],
        [0.513, 1.96],
        [1.362, 1.06],
        [-0.964, 2.193],
        [0.825, 2.213],
        [1.777, 1.191],
        [2.525, 2.199],
        [2.167, 1.667],
        [2.383, 1.247],
        [0.002, 0.185],
        [0.418, -0.503],
        [0.778, -0.566],
        [0.64, -0.723],
        [0, 0],
        [-0.041, 0.152],
        [0.477, -0.09],
        [1.216, -0.785],
        [0.008, 1.964],
        [0.228, 1.2],
        [0.165, 0.335],
        [-0.054, -0.324],
        [-0.033, -0.751],
        [0.122, 0.668],
        [-0.008, -0.817],
        [0.309, 2.848],
        [0.442, 4.064],
        [-0.085, 0.444],
        [0.564, 1.501],
        [0.002, -1.137],
    ],
    [
        [-0.388, 0.042],
        [1.525, 0.271],
        [0.122, 0.395],
        [-0.316, 0.135],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0.156, -0.091],
        [0.254, 0.457],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0.576, 1.982],
        [0.211, 0.866],
        [0.083, 0.747],
        [0.292, -0.312],
        [0.108, -0.345],
        [-0.217, -0.4],
        [-0.453, -0.406],
        [0.021, 0.564],
        [-0.332, -0.71],
        [0.392, -0.007],
        [0.702, 2.269],
        [-0.141, 0.547],
        [0, 0],
        [0, 0],
        [0.088, 0.273],
        [0.099, 0.161],
        [0.138, -0.363],
        [0.043, 0.079],
        [0.489, -0.024],
        [0.316, -0.131],
        [0.863, 0.359],
        [0.355, 1.064],
        [0.334, -0.134],
        [-0.614, -0.08],
        [0.024, -0.036],
        [0.431, 0.348],
        [-1.375, 0.731],
        [-0.267, 0.78],
        [0.354, -0.281],
        [0.901, 2.519],
        [-0.443, 1.663],
        [0.306, 0.243],
        [-1.168, -2.257],
        [-1.052, -0.619],
        [-0.259, 1.837],
        [-1.379, -0.651],
        [-0.952, 2.833],
        [0.703, 1.228],
        [-3.419, -0.846],
        [-0.773, 2.771],
        [1.26, -0],
        [2.261, 3.779],
        [0.244, 2.128],
        [0.957, 0.521],
        [0.217, -0.074],
        [0.878, -0.487],
        [1.49, -0.699],
        [1.6, -1.256],
        [0, 0],
        [-0.064, 0.449],
        [1.178, -0.283],
        [2.562, -1.213],
        [-0.149, 1.773],
        [0.011, 0.839],
        [-0.309, 0.333],
        [-0.303, 0.514],
        [-0.351, -0.704],
        [-0.468, 0.969],
        [-0.203, -0.062],
        [0.097, 0.983],
        [0.143, 4.271],
        [-0.48, 0.587],
        [0.068, 2.258],
        [-0.246, 0.798],
    ],
    [
        [-0.356, 0.035],
        [1.259, 0.254],
        [0.038, 0.101],
        [-0.352, 0.156],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0.283, 0.602],
        [-0.011, 0.377],
        [0.173, 0.001],
        [0.182, 0.076],
        [0.415, -0.025],
        [0.489, 0.202],
        [0.855, 1.423],
        [0.171, 0.595],
        [-0.072, 0.068],
        [0.267, -0.25],
        [0.102, 0.95],
        [-0.243, -0.425],
        [-0.002, 0.019],
        [0.145, 0.815],
        [-0.314, -0.711],
        [0.155, -0.732],
        [0.643, 2.119],
        [-0.272, -0.162],
        [0, 0],
        [0, 0],
        [0.041, 0.514],
        [0.072, -0.222],
        [0.139, -0.562],
        [0.044, 0.876],
        [0.649, 0.034],
        [0.86, -0.411],
        [0.871, 1.281],
        [0.81, 1.342],
        [1.361, 0.359],
        [-0.487, 1.113],
        [0.143, 0.723],
        [0.596, 0.007],
        [-0.98, 1.082],
        [0.02, 1.276],
        [0.278, -0.742],
        [1.358, 2.794],
        [0.199, 1.292],
        [0.734, -0.041],
        [-0.871, -0.748],
        [-0.612, 0.264],
        [0.063, 2.404],
        [-0.933, 0.264],
        [0.045, 1.024],
        [1.423, 0.437],
        [-3.205, 1.591],
        [-0.185, 2.372],
        [1.667, 0.176],
        [2.724, 3.96],
        [0.504, 2.04],
        [1.526, 0.889],
        [0.401, -0.279],
        [0.747, -0.754],
        [1.218, -0.558],
        [1.686, -1.367],
        [0, 0],
        [0.026, 0.079],
        [1.074, -0.082],
        [2.897, -0.946],
        [-0.496, 0.785],
        [-0.199, 0.643],
        [-0.599, 1.69],
        [-0.566, 0.114],
        [-0.424, -0.851],
        [-0.542, 1.455],
        [-0.493, -0.183],
        [-0.141, -0.131],
        [0.214, 3.596],
        [-0.604, 0.1],
        [-0.542, 2.711],
        [-0.56, -0.071],
    ],
    [
        [-0.327, -0.003],
        [-0.124, 1.319],
        [0.245, 0.52],
        [-0.294, -0.483],
        [-0.003, 1.146],
        [-0.022, -0.126],
        [0.468, -0.401],
        [0, 0],
        [0, 0],
        [0.15, -0.644],
        [0.203, -0.591],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0.195, 0.081],
        [-0.466, -0.201],
        [0.001, -1.298],
        [-0.013, -0.1],
        [-0.271, -0.06],
        [-0.248, -0.307],
        [-1.294, -0.45],
        [0.402, -0.313],
        [0.854, 5.165],
        [-0.718, -0.289],
        [0, 0],
        [0, 0],
        [0.561, 0.942],
        [0.618, -0.496],
        [0.007, -0.006],
        [0.035, 1.829],
        [0.507, -0.187],
        [0.147, -0.09],
        [1.301, 1.431],
        [0.145, -0.166],
        [0.133, -0.496],
        [-0.09, 1.801],
        [0.468, 1.185],
        [0.581, 0.831],
        [-0.088, 1.526],
        [0.635, 0.393],
        [0.195, -0.049],
        [2.287, 1.33],
        [0.097, 0.087],
        [-0.73, -0.301],
        [-0.174, 0.163],
        [-0.096, 0.668],
        [0.106, 0.727],
        [-0.31, 0.372],
        [0.968, 1.992],
        [1.844, 2.14],
        [-0.732, 0.626],
        [0.539, 0.596],
        [1.635, 0.297],
        [4.046, 0.663],
        [1.174, 0.147],
        [1.215, 0.113],
        [0.545, -0.571],
        [1.796, -1.127],
        [2.453, -1.686],
        [2.152, -0.775],
        [0, 0],
        [0.127, 1.258],
        [0.854, 2.808],
        [2.07, 2.034],
        [0.881, 1.244],
        [0.044, 0.338],
        [-0.217, -0.468],
        [0.662, 1.742],
        [-0.345, -0.145],
        [-0.378, -0.213],
        [-0.439, -1.094],
        [1.183, 0.687],
        [2.071, 3.511],
        [-0.65, -0.485],
        [2.411, 1.564],
        [1.213, 0.651],
    ],
])
# fmt: on
