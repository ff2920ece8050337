"""`TOUCHLINE_MAIL=smtp`: delivery by a mail server (RFC 5321; RFC 6409, submission).

Error messages are logged, so they never name the recipient.
"""

import smtplib
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from adapters.mail.message import build_message
from touchline.channel.ports.email.mailer import Email, EmailRejectedError, MailerUnavailableError

_CHECK_INTERVAL_SECONDS = 60
_CHECK_TIMEOUT_SECONDS = 5
_AUTH_REQUIRED_CODES = frozenset({530, 534, 535, 538})


@dataclass(frozen=True)
class MailServer:
    """Address and credentials of a mail server.

    `security` is `starttls`, `tls` (from the first byte) or `none`.

    `ca_file` is a PEM file of trusted certificates; `""` means the system's certificates. Without a `user`,
    no login takes place. `timeout_seconds` is the maximum time for each response.
    """

    host: str
    port: int
    security: str = "starttls"
    ca_file: str = ""
    user: str = ""
    password: str = field(default="", repr=False)
    timeout_seconds: float = 20


class SmtpMailer:
    """Mailer that sends each email over a separate connection to a mail server."""

    def __init__(self, server: MailServer, sender: str) -> None:
        self._server = server
        self._sender = sender
        self._lock = Lock()
        self._next_check_at = 0.0
        self._last_error = ""

    def send(self, email: Email) -> None:
        """Send an email.

        Raises `MailerUnavailableError` for 4xx responses and if the server is unavailable or refuses the
        login. Raises `EmailRejectedError` if the recipient or the message is permanently rejected (5xx).
        """
        message = build_message(email, self._sender)
        with self._connect(self._server.timeout_seconds) as connection:
            try:
                connection.send_message(message, from_addr=self._sender, to_addrs=[email.to])
            except smtplib.SMTPNotSupportedError:  # non-ASCII characters before the @ (RFC 6531)
                raise EmailRejectedError(
                    "The mail server does not support the recipient's address (no SMTPUTF8)."
                ) from None

    def check(self) -> None:
        """Raise `MailerUnavailableError` if the server refuses the connection or the login.

        The server is checked at most once a minute, whatever the result. A server that does not respond must
        not slow down readiness checks.
        """
        with self._lock:
            if time.monotonic() >= self._next_check_at:
                self._last_error = self._check_server()
                self._next_check_at = time.monotonic() + _CHECK_INTERVAL_SECONDS
            if self._last_error:
                raise MailerUnavailableError(self._last_error)

    def _check_server(self) -> str:
        """Return the server's error, or an empty string if there is none."""
        try:
            with self._connect(min(_CHECK_TIMEOUT_SECONDS, self._server.timeout_seconds)) as connection:
                connection.noop()
        except MailerUnavailableError as error:
            return error.message
        return ""

    @contextmanager
    def _connect(self, timeout_seconds: float) -> Iterator[smtplib.SMTP]:
        """Open a connection to the server. SMTP errors become errors of the port."""
        connection: smtplib.SMTP | None = None
        try:
            connection = _open_connection(self._server, timeout_seconds)
            yield connection
            with suppress(smtplib.SMTPException, OSError):
                connection.quit()  # the email is already accepted, whatever the response to QUIT
        except (smtplib.SMTPException, OSError) as smtp_error:
            raise _to_mailer_error(smtp_error, self._server) from None
        finally:
            if connection is not None:
                connection.close()


def _open_connection(server: MailServer, timeout_seconds: float) -> smtplib.SMTP:
    context = _create_ssl_context(server) if server.security != "none" else None
    if server.security == "tls":
        connection: smtplib.SMTP = smtplib.SMTP_SSL(
            server.host, server.port, timeout=timeout_seconds, context=context
        )
    else:
        connection = smtplib.SMTP(server.host, server.port, timeout=timeout_seconds)
    try:
        if server.security == "starttls":
            connection.starttls(context=context)
        if server.user:
            connection.login(server.user, server.password)
    except BaseException:
        connection.close()
        raise
    return connection


def _create_ssl_context(server: MailServer) -> ssl.SSLContext:
    """Return a context that requires a valid certificate for the server's name."""
    ca_file = Path(server.ca_file).expanduser() if server.ca_file else None
    if ca_file is not None and not ca_file.is_file():
        raise MailerUnavailableError(f"The file {ca_file} (TOUCHLINE_SMTP_CA_FILE) does not exist.")
    return ssl.create_default_context(cafile=ca_file)


def _to_mailer_error(smtp_error: Exception, server: MailServer) -> Exception:
    server_label = f"The mail server {server.host}:{server.port}"
    match smtp_error:
        case smtplib.SMTPRecipientsRefused():
            code = next((code for code, _ in smtp_error.recipients.values()), 0)
            return _rejection_error(code, f"{server_label} rejected the recipient's address ({code}).")
        case smtplib.SMTPDataError(smtp_code=code):
            return _rejection_error(code, f"{server_label} rejected the email ({code}).")
        case smtplib.SMTPAuthenticationError(smtp_code=code):
            return MailerUnavailableError(
                f"{server_label} rejected the login: user name or password is wrong ({code})."
            )
        case smtplib.SMTPSenderRefused(smtp_code=code):
            return MailerUnavailableError(
                f"{server_label} rejected TOUCHLINE_MAIL_FROM as the sender ({code})."
            )
        case smtplib.SMTPResponseException(smtp_code=code):
            return MailerUnavailableError(f"{server_label} rejected the connection ({code}).")
        case ssl.SSLCertVerificationError(verify_message=reason):
            return MailerUnavailableError(f"{server_label} has an invalid certificate: {reason}.")
        case smtplib.SMTPNotSupportedError():
            return MailerUnavailableError(
                f"{server_label} does not support what TOUCHLINE_SMTP_SECURITY or _USER requires."
            )
        case _:
            return MailerUnavailableError(f"{server_label} does not respond ({type(smtp_error).__name__}).")


def _rejection_error(code: int, text: str) -> Exception:
    """Return the error for a response code.

    A server that requires authentication (RFC 4954) will accept the email once the login works, so this error
    is temporary.
    """
    return (
        EmailRejectedError(text)
        if code >= 500 and code not in _AUTH_REQUIRED_CODES
        else MailerUnavailableError(text)
    )
