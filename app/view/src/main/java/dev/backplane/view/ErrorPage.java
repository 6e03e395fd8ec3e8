package dev.backplane.view;

import java.nio.charset.StandardCharsets;

/** A page that says why there is no other. */
final class ErrorPage {
  private ErrorPage() {}

  static Answer of(int status, String problem, String remedy) {
    String page =
        """
        <!DOCTYPE html>
        <html lang="en">
        <head><meta charset="utf-8"><title>Backplane</title><link rel="stylesheet" href="/style.css"></head>
        <body class="refused"><main><h1>Backplane does not show this</h1>
        <p>%s</p>
        <p>%s</p></main></body>
        </html>
        """
            .formatted(safe(problem), safe(remedy));
    return new Answer(status, "text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8));
  }

  private static String safe(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
