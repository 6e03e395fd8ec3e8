package dev.backplane.view;

/**
 * The limits of the JDK's web server, which it reads once in a process, when the first one is made.
 * Every server of a process has to set the same ones.
 */
public final class ServerLimits {
  private static final int REQUEST_SECONDS = 30;
  private static final int MOST_CONNECTIONS = 256;

  private ServerLimits() {}

  /**
   * Sets the time in which a request has to come, and how many connections may be open, where the
   * user has not set them. The time of an answer stays open, as streams of events last; {@link
   * Deadlines} limits each write instead.
   */
  public static void set() {
    setIfAbsent("sun.net.httpserver.maxReqTime", REQUEST_SECONDS);
    setIfAbsent("jdk.httpserver.maxConnections", MOST_CONNECTIONS);
  }

  private static void setIfAbsent(String property, int value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, Integer.toString(value));
    }
  }
}
