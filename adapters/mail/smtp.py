"""`TOUCHLINE_MAIL=smtp`: letters leave by a mail server (RFC 5321; RFC 6409, submission).

No text of an error names the reader: what goes wrong is logged.
"""

import smtplib
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from adapters.mail.message import message_of
from touchline.channel.ports.post import Letter, LetterRefused, PostUnavailable

_LOOK_AGAIN_SECONDS = 60
_LOOK_SECONDS = 5
_WHO_ARE_YOU = frozenset({530, 534, 535, 538})


@dataclass(frozen=True)
class MailServer:
    """Where it is and how to come in. `security`: `starttls`, `tls` from the first byte, or `none`.

    `authorities` is a PEM file of those whose certificates count, `""` the machine's own; `user` `""` gives
    no name. `seconds` is the time in which each answer must come.
    """

    host: str
    port: int
    security: str = "starttls"
    authorities: str = ""
    user: str = ""
    password: str = field(default="", repr=False)
    seconds: float = 20


class SmtpPost:
    """Hands letters over to a mail server, each on a line of its own."""

    def __init__(self, server: MailServer, sender: str) -> None:
        self._server = server
        self._sender = sender
        self._lock = Lock()
        self._look_again_at = 0.0
        self._fault = ""

    def send(self, letter: Letter) -> None:
        """Hand over one letter.

        4xx, a server that is away and one that lets us not in are `PostUnavailable`; a reader or a text that
        is refused for good (5xx) is `LetterRefused`.
        """
        message = message_of(letter, self._sender)
        with self._line(self._server.seconds) as line:
            try:
                line.send_message(message, from_addr=self._sender, to_addrs=[letter.to])
            except smtplib.SMTPNotSupportedError:  # letters beyond ASCII before the @ (RFC 6531)
                raise LetterRefused(
                    "The mail server does not take the reader's address (no SMTPUTF8)."
                ) from None

    def check(self) -> None:
        """`PostUnavailable` when the server does not let us in. It is looked at once a minute, whatever was
        seen: a server that says nothing must not slow down whoever asks whether the site is ready."""
        with self._lock:
            if time.monotonic() >= self._look_again_at:
                self._fault = self._look()
                self._look_again_at = time.monotonic() + _LOOK_AGAIN_SECONDS
            if self._fault:
                raise PostUnavailable(self._fault)

    def _look(self) -> str:
        """What is wrong with the server; empty where nothing is."""
        try:
            with self._line(min(_LOOK_SECONDS, self._server.seconds)) as line:
                line.noop()
        except PostUnavailable as away:
            return away.message
        return ""

    @contextmanager
    def _line(self, seconds: float) -> Iterator[smtplib.SMTP]:
        """An open line to the server; what goes wrong on it becomes an error of the port."""
        line: smtplib.SMTP | None = None
        try:
            line = _open(self._server, seconds)
            yield line
            with suppress(smtplib.SMTPException, OSError):
                line.quit()  # the letter is handed over, whatever the server says to a farewell
        except (smtplib.SMTPException, OSError) as wrong:
            raise _ours(wrong, self._server) from None
        finally:
            if line is not None:
                line.close()


def _open(server: MailServer, seconds: float) -> smtplib.SMTP:
    context = _trusted(server) if server.security != "none" else None
    if server.security == "tls":
        line: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=seconds, context=context)
    else:
        line = smtplib.SMTP(server.host, server.port, timeout=seconds)
    try:
        if server.security == "starttls":
            line.starttls(context=context)
        if server.user:
            line.login(server.user, server.password)
    except BaseException:
        line.close()
        raise
    return line


def _trusted(server: MailServer) -> ssl.SSLContext:
    """The certificate must be valid and for this name."""
    own = Path(server.authorities).expanduser() if server.authorities else None
    if own is not None and not own.is_file():
        raise PostUnavailable(f"There is no file {own} (TOUCHLINE_SMTP_AUTHORITIES).")
    return ssl.create_default_context(cafile=own)


def _ours(wrong: Exception, server: MailServer) -> Exception:
    where = f"The mail server {server.host}:{server.port}"
    match wrong:
        case smtplib.SMTPRecipientsRefused():
            code = next((code for code, _ in wrong.recipients.values()), 0)
            return _refused(code, f"{where} does not take the reader's address ({code}).")
        case smtplib.SMTPDataError(smtp_code=code):
            return _refused(code, f"{where} does not take the letter ({code}).")
        case smtplib.SMTPAuthenticationError(smtp_code=code):
            return PostUnavailable(f"{where} does not let us in: user or password is wrong ({code}).")
        case smtplib.SMTPSenderRefused(smtp_code=code):
            return PostUnavailable(f"{where} takes no letters from TOUCHLINE_MAIL_FROM ({code}).")
        case smtplib.SMTPResponseException(smtp_code=code):
            return PostUnavailable(f"{where} refuses ({code}).")
        case ssl.SSLCertVerificationError(verify_message=reason):
            return PostUnavailable(f"{where} shows a certificate that does not count: {reason}.")
        case smtplib.SMTPNotSupportedError():
            return PostUnavailable(f"{where} does not speak what TOUCHLINE_SMTP_SECURITY or _USER asks for.")
        case _:
            return PostUnavailable(f"{where} does not answer ({type(wrong).__name__}).")


def _refused(code: int, text: str) -> Exception:
    """A server that wants to know who we are (RFC 4954) will take the letter once it is told."""
    return LetterRefused(text) if code >= 500 and code not in _WHO_ARE_YOU else PostUnavailable(text)
