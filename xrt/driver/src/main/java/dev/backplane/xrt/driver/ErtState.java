package dev.backplane.xrt.driver;

/**
 * The states of a command, by the numbers that the library answers. They are not in order: 7 is on
 * the way, and 5, 6 and all from 8 are ends.
 */
final class ErtState {
  static final int NEW = 1;
  static final int QUEUED = 2;
  static final int RUNNING = 3;
  static final int COMPLETED = 4;
  static final int ERROR = 5;
  static final int ABORT = 6;
  static final int SUBMITTED = 7;
  static final int TIMEOUT = 8;
  static final int NORESPONSE = 9;
  static final int SKERROR = 10;
  static final int SKCRASHED = 11;

  private ErtState() {}

  /** {@return the name of a state, for messages} */
  static String name(int state) {
    return switch (state) {
      case NEW -> "NEW";
      case QUEUED -> "QUEUED";
      case RUNNING -> "RUNNING";
      case COMPLETED -> "COMPLETED";
      case ERROR -> "ERROR";
      case ABORT -> "ABORT";
      case SUBMITTED -> "SUBMITTED";
      case TIMEOUT -> "TIMEOUT";
      case NORESPONSE -> "NORESPONSE";
      case SKERROR -> "SKERROR";
      case SKCRASHED -> "SKCRASHED";
      default -> "state " + state;
    };
  }
}
