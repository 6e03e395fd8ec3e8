package dev.backplane.view;

import java.nio.charset.StandardCharsets;

/**
 * The answer to a request.
 *
 * @param status the status of HTTP
 * @param type the media type of the body
 * @param body the body, which is not copied
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody; a copy of a large body would cost
public record Answer(int status, String type, byte[] body) {
  /** {@return JSON} */
  public static Answer json(String text) {
    return new Answer(200, "application/json", text.getBytes(StandardCharsets.UTF_8));
  }

  /** {@return plain text} */
  public static Answer text(String text) {
    return text(200, text);
  }

  /** {@return bytes of no special type} */
  public static Answer bytes(byte[] content) {
    return new Answer(200, "application/octet-stream", content);
  }

  /** {@return that there is nothing of that name} */
  public static Answer notFound(String what) {
    return text(404, "there is no '" + what + "' here");
  }

  /** {@return that the request itself is wrong} */
  public static Answer wrong(String why) {
    return text(400, why);
  }

  static Answer text(int status, String text) {
    return new Answer(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }
}
