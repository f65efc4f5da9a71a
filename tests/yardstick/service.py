#!/usr/bin/env python3
"""The move service as one writes a first one: Flask around the engine of minimax.py.

It takes and answers the same JSON as `minmax-h3 serve`: x is the row from the top, y the column from
the left. `tests/examples/web_yardstick.rs` measures one against the other.

    usage: service.py PORT
"""

import logging
import sys

from flask import Flask, jsonify, request

from minimax import SIZE, WIN, Search

app = Flask(__name__)


@app.post("/api/bestmove")
def bestmove():
    data = request.get_json()
    board = [[0] * SIZE for _ in range(SIZE)]
    for stone in data["board"]:
        board[stone["x"]][stone["y"]] = 1 if stone["value"] == 1 else -1
    side = 1 if data["player"] == 1 else -1
    depth = data.get("depth", 2)
    score, (column, row) = Search().negamax(board, side, depth, 0, -WIN, WIN, None)
    return jsonify({"x": row, "y": column, "score": score})


if __name__ == "__main__":
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    app.run(host="127.0.0.1", port=int(sys.argv[1]))
