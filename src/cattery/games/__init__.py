"""The games: a folder each, here and in the folders that `CATTERY_GAMES` names."""

from cattery import data

__path__.extend(map(str, data.more_folders()))
