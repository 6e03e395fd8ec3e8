package dev.backplane.view;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Decides which requests are let in, and says why another is not. */
final class Gate {
  /** The header that a script adds to a request which changes something. */
  static final String WRITE_HEADER = "X-Backplane-Token";

  private static final Pattern ADDRESS = Pattern.compile("\\d+(\\.\\d+){3}|\\[[0-9a-f:.%]+\\]");

  private final Sessions sessions;
  private final String named;
  private final boolean onlyHere;
  private final String cookieName;

  Gate(Sessions sessions, String named, InetAddress bound, int port) {
    this.sessions = sessions;
    this.named = named.toLowerCase(Locale.ROOT);
    this.onlyHere = bound.isLoopbackAddress();
    // Cookies belong to a host, whatever the port: servers beside each other need names of their
    // own.
    this.cookieName = "backplane-" + port;
  }

  /**
   * A page of a stranger can let its own name mean this machine. So the name that the browser used
   * must be one that only this server can have: its own, or an address in digits.
   */
  Optional<String> wrongHost(Headers headers) {
    String host = headers.getFirst("Host");
    if (host == null) {
      return Optional.of("The request names no host.");
    }
    String name = host.toLowerCase(Locale.ROOT).replaceFirst(":\\d+$", "");
    boolean ours =
        name.equals("localhost")
            || name.equals(named)
            || (onlyHere
                ? name.equals("127.0.0.1") || name.equals("[::1]")
                : ADDRESS.matcher(name).matches());
    return ours
        ? Optional.empty()
        : Optional.of("This server is not called " + name.replaceAll("[^a-z0-9.:-]", "?") + ".");
  }

  boolean hasCookie(Headers headers) {
    for (String line : headers.getOrDefault("Cookie", List.of())) {
      for (String each : line.split(";", -1)) {
        String pair = each.strip();
        if (pair.startsWith(cookieName + "=")
            && Sessions.isSame(sessions.cookie(), pair.substring(cookieName.length() + 1))) {
          return true;
        }
      }
    }
    return false;
  }

  /** {@return why a request that changes something is refused, if it is} */
  Optional<String> wrongWrite(Headers headers) {
    String origin = headers.getFirst("Origin");
    if (origin == null || !origin.equals("http://" + headers.getFirst("Host"))) {
      return Optional.of("The request comes from another page.");
    }
    String shown = headers.getFirst(WRITE_HEADER);
    if (shown == null || !Sessions.isSame(sessions.write(), shown)) {
      return Optional.of("The request lacks the token of this page.");
    }
    return Optional.empty();
  }

  void giveCookie(HttpExchange exchange) {
    exchange
        .getResponseHeaders()
        .add(
            "Set-Cookie",
            cookieName + "=" + sessions.cookie() + "; Path=/; HttpOnly; SameSite=Strict");
  }

  static void protect(Headers headers) {
    headers.set(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src"
            + " 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cache-Control", "no-store");
  }
}
