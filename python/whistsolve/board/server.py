"""`BoardServer`: the board at an address of this machine, until it is told to end."""

from __future__ import annotations

import logging
import secrets
import socket
import threading
import webbrowser
from typing import Final

import uvicorn

from whistsolve.board.application import board_application
from whistsolve.board.questions import load_questions
from whistsolve.errors import WhistError

__all__ = ["BoardServer"]

#: The only address that is listened at: nobody but this machine can reach it.
_LOOPBACK: Final = "127.0.0.1"
#: Bytes of one message, of which a file of hands in PTN is the longest; and of the head of a request.
_LONGEST_MESSAGE, _LONGEST_HEAD = 1 << 20, 1 << 14
#: Connections at once, of which the pages are few; more are told so.
_MOST_CONNECTIONS: Final = 128


class BoardServer:
    """The server of the board, listening from the start at a loopback address, under a path nobody can guess.

    Parameters
    ----------
    port : int
        0 takes a free one.

    Attributes
    ----------
    address : str
        Of the page, with its token.

    Raises
    ------
    WhistError
        Where the port cannot be listened at.
    """

    def __init__(self, port: int = 0) -> None:
        self._socket: Final = _listening(port)
        bound = self._socket.getsockname()[1]
        token = secrets.token_urlsafe(24)
        hosts = frozenset(f"{name}:{bound}" for name in (_LOOPBACK, "localhost"))
        self.address: str = f"http://{_LOOPBACK}:{bound}/{token}/"
        # It is silent: what is asked is answered, and what is refused is nobody's concern.
        silent = logging.getLogger("uvicorn")
        silent.disabled = True
        config = uvicorn.Config(
            board_application(token, hosts),
            log_config=None,
            access_log=False,
            lifespan="on",
            http="h11",
            ws="websockets-sansio",
            ws_max_size=_LONGEST_MESSAGE,
            ws_max_queue=16,
            limit_concurrency=_MOST_CONNECTIONS,
            h11_max_incomplete_event_size=_LONGEST_HEAD,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
            proxy_headers=False,
            server_header=False,
            date_header=False,
        )
        self._server: Final = uvicorn.Server(config)

    def run(self, *, opens_browser: bool = False, fragment: str = "") -> None:
        """Serves until an interrupt, or `stop`.

        Parameters
        ----------
        opens_browser : bool
            Whether the page is opened.
        fragment : str
            The hand that is opened, as a link carries it.

        Raises
        ------
        KeyboardInterrupt
            Once all questions are cancelled and all pages are gone.
        """
        link = self.link(fragment)
        threading.Thread(target=load_questions, daemon=True).start()
        if opens_browser:
            threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
        try:
            self._server.run(sockets=[self._socket])
        finally:
            self._socket.close()

    def link(self, fragment: str = "") -> str:
        """The address of the page with a hand."""
        return f"{self.address}#{fragment}" if fragment else self.address

    def stop(self) -> None:
        """Ends `run`, from any thread."""
        self._server.should_exit = True


def _listening(port: int) -> socket.socket:
    # With its protocol named, asyncio sends small messages at once (TCP_NODELAY) and not 40 ms later.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((_LOOPBACK, port))
        listening.listen(_MOST_CONNECTIONS)
    except OSError as error:
        listening.close()
        raise WhistError(f"port {port} cannot be used: {error.strerror or error}") from None
    return listening
