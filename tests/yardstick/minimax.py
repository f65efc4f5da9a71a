#!/usr/bin/env python3
"""Gomoku by negamax with alpha-beta in plain Python: the yardstick for the engine's speed.

It is written as one writes a first program: the board is a list of lists, and every node looks
at the whole board again. `tests/src/yardstick.rs` is the same program over the engine's board:
same candidates, same order, same scores, same nodes.

    usage: minimax.py [--depth N] [--moves h8i9...]     prints: depth move score nodes seconds

Rules it plays by:
- 15 x 15, five or more in a row win. Points are a column letter and a row number from the bottom.
- Candidates: the empty cells at most 2 columns and 2 rows away from a stone, in reading order
  (upper left first); on the empty board the centre.
- Their order: highest first by what the lines through the cell would score with a stone of the
  side to move there, plus the same for the opponent; equal ones in reading order. The best 20
  are searched.
- A row of stones scores by its length and by how many of its two ends are empty cells (LINE).
- A position scores its rows for the side to move minus those of the opponent.
- A win scores WIN minus the plies it takes. A node is a position that is looked at, root included.
"""

import argparse
import time

SIZE = 15
WIN = 1_000_000
WIDTH = 20
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
# LINE[stones in the row][empty ends]
LINE = (
    (0, 0, 0),
    (0, 0, 0),
    (0, 50, 100),
    (0, 500, 1_000),
    (0, 5_000, 10_000),
    (100_000, 100_000, 100_000),
)
QUIET = "h8i9h10j8g7i7f9i5k10e8"


def stone(board, x, y):
    """1 or -1 for a stone, 0 for an empty cell, None off the board."""
    if 0 <= x < SIZE and 0 <= y < SIZE:
        return board[y][x]
    return None


def run(board, x, y, dx, dy, side):
    """Stones of `side` next to (x, y) in that direction, and what lies behind the last."""
    count = 0
    while True:
        x, y = x + dx, y + dy
        found = stone(board, x, y)
        if found != side:
            return count, found
        count += 1


def line_score(board, x, y, side):
    """What the lines through (x, y) score with a stone of `side` there."""
    total = 0
    for dx, dy in DIRECTIONS:
        after, end = run(board, x, y, dx, dy, side)
        before, start = run(board, x, y, -dx, -dy, side)
        total += LINE[min(5, before + 1 + after)][(start == 0) + (end == 0)]
    return total


def wins(board, x, y, side):
    """Whether the stone at (x, y) stands in a row of five."""
    for dx, dy in DIRECTIONS:
        after, _ = run(board, x, y, dx, dy, side)
        before, _ = run(board, x, y, -dx, -dy, side)
        if before + 1 + after >= 5:
            return True
    return False


def evaluate(board, side):
    """Every row of stones, counted once: from its first stone."""
    total = 0
    for y in range(SIZE):
        for x in range(SIZE):
            owner = board[y][x]
            if owner == 0:
                continue
            for dx, dy in DIRECTIONS:
                start = stone(board, x - dx, y - dy)
                if start == owner:
                    continue
                after, end = run(board, x, y, dx, dy, owner)
                score = LINE[min(5, 1 + after)][(start == 0) + (end == 0)]
                total += score if owner == side else -score
    return total


def near_a_stone(board, x, y):
    for row in board[max(0, y - 2) : y + 3]:
        for found in row[max(0, x - 2) : x + 3]:
            if found != 0:
                return True
    return False


def candidates(board, side):
    found = []
    for y in range(SIZE):
        for x in range(SIZE):
            if board[y][x] == 0 and near_a_stone(board, x, y):
                score = line_score(board, x, y, side) + line_score(board, x, y, -side)
                found.append((-score, y, x))
    found.sort()
    return [(x, y) for _, y, x in found[:WIDTH]] or [(SIZE // 2, SIZE // 2)]


class Search:
    def __init__(self):
        self.nodes = 0

    def negamax(self, board, side, depth, ply, alpha, beta, last):
        """Score for `side` and the best move; fail-soft."""
        self.nodes += 1
        if last is not None and wins(board, *last, -side):
            return -(WIN - ply), None
        if depth == 0:
            return evaluate(board, side), None
        best, best_move = -WIN, None
        for x, y in candidates(board, side):
            if board[y][x] != 0:
                break  # the board is full
            board[y][x] = side
            score = -self.negamax(board, -side, depth - 1, ply + 1, -beta, -alpha, (x, y))[0]
            board[y][x] = 0
            if score > best:
                best, best_move = score, (x, y)
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return (0, None) if best_move is None else (best, best_move)


def read_moves(text):
    """Points such as h8i9 behind one another, as (x, y) with y from the top."""
    moves = []
    for char in text:
        if char.isalpha():
            moves.append([ord(char) - ord("a"), 0])
        else:
            moves[-1][1] = moves[-1][1] * 10 + int(char)
    return [(x, SIZE - number) for x, number in moves]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--moves", default=QUIET)
    arguments = parser.parse_args()
    board = [[0] * SIZE for _ in range(SIZE)]
    side = 1
    for x, y in read_moves(arguments.moves):
        board[y][x] = side
        side = -side
    search = Search()
    start = time.perf_counter()
    score, (x, y) = search.negamax(board, side, arguments.depth, 0, -WIN, WIN, None)
    seconds = time.perf_counter() - start
    name = f"{chr(ord('a') + x)}{SIZE - y}"
    print(arguments.depth, name, score, search.nodes, f"{seconds:.3f}")


if __name__ == "__main__":
    main()
