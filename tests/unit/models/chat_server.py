"""A small real chat endpoint on loopback: finds names by their endings, and fails as it is told."""

import json
import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def find_names(sentence):
    found = [
        {"type": "LOC" if m[0].endswith("ville") else "per", "text": m[0]}
        for m in re.finditer(r"\w+(?:ville|son)\b", sentence)
    ]
    return json.dumps({"entities": found})


@contextmanager
def chat_server(answer=find_names, *, failures=()):
    """Yields (address, questions); ``failures``: HTTP codes given to the first requests."""
    questions, codes, lock = [], list(failures), threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                questions.append((self.path, dict(self.headers), body))
                code = codes.pop(0) if codes else 200
            sentence = body["messages"][-1]["content"].rsplit("Sentence:", 1)[-1].strip()
            reply = {
                "choices": [{"message": {"content": answer(sentence)}}],
                "usage": {"prompt_tokens": 10, "completion_tokens": 3},
            }
            data = json.dumps(reply).encode()
            self.send_response(code)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", questions
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
