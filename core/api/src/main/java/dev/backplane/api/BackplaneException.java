package dev.backplane.api;

import org.jspecify.annotations.Nullable;

/**
 * The one exception of Backplane: a code, and a message that says what was attempted, on what, what
 * went wrong with which value, and what to do next.
 *
 * <p>Drivers throw it with what they know; the plugin manager adds the operation, the device and
 * the plugin instance where they are missing.
 */
public final class BackplaneException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String problem;
  private final @Nullable String operation;
  private final @Nullable String subject;
  private final @Nullable String plugin;
  private final @Nullable String remedy;

  private BackplaneException(
      ErrorCode code,
      String problem,
      @Nullable String operation,
      @Nullable String subject,
      @Nullable String plugin,
      @Nullable String remedy,
      @Nullable Throwable cause) {
    super(message(code, problem, operation, subject, plugin, remedy), cause);
    this.code = code;
    this.problem = problem;
    this.operation = operation;
    this.subject = subject;
    this.plugin = plugin;
    this.remedy = remedy;
  }

  /**
   * An error of which only code and problem are known yet.
   *
   * @param code what kind of failure
   * @param problem what went wrong, with the offending values
   */
  public BackplaneException(ErrorCode code, String problem) {
    this(code, problem, null, null, null, null, null);
  }

  /**
   * Starts an error.
   *
   * @param code what kind of failure
   * @param problem what went wrong, with the offending values
   * @return a builder to add the rest to
   */
  public static Builder because(ErrorCode code, String problem) {
    return new Builder(code, problem);
  }

  /** {@return a builder holding all that this error says, for a layer that knows more} */
  public Builder with() {
    Builder builder = new Builder(code, problem);
    builder.operation = operation;
    builder.subject = subject;
    builder.plugin = plugin;
    builder.remedy = remedy;
    builder.cause = getCause() == null ? this : getCause();
    return builder;
  }

  /** {@return what kind of failure} */
  public ErrorCode code() {
    return code;
  }

  /** {@return what went wrong, without the rest of the message} */
  public String problem() {
    return problem;
  }

  /** {@return what was attempted, for example {@code open}, or null where no layer said} */
  public @Nullable String operation() {
    return operation;
  }

  /** {@return the object it happened to, for example a device id, or null} */
  public @Nullable String subject() {
    return subject;
  }

  /** {@return the plugin instance involved, or null} */
  public @Nullable String plugin() {
    return plugin;
  }

  /** {@return what to do next, or null} */
  public @Nullable String remedy() {
    return remedy;
  }

  private static String message(
      ErrorCode code,
      String problem,
      @Nullable String operation,
      @Nullable String subject,
      @Nullable String plugin,
      @Nullable String remedy) {
    StringBuilder text = new StringBuilder(code.id()).append(' ').append(code).append(": ");
    if (operation != null) {
      text.append(operation);
      if (subject != null) {
        text.append(' ').append(subject);
      }
      text.append(": ");
    } else if (subject != null) {
      text.append(subject).append(": ");
    }
    text.append(problem);
    if (plugin != null) {
      text.append(" (plugin ").append(plugin).append(')');
    }
    if (remedy != null) {
      text.append(". ").append(remedy);
    }
    return text.toString();
  }

  /** Collects what an error says. Not safe for use by several threads. */
  public static final class Builder {
    private final ErrorCode code;
    private final String problem;
    private @Nullable String operation;
    private @Nullable String subject;
    private @Nullable String plugin;
    private @Nullable String remedy;
    private @Nullable Throwable cause;

    private Builder(ErrorCode code, String problem) {
      this.code = code;
      this.problem = problem;
    }

    /** Says what was attempted, unless a deeper layer said it. */
    public Builder during(String attempted) {
      if (operation == null) {
        operation = attempted;
      }
      return this;
    }

    /** Names the object it happened to, unless a deeper layer did. */
    public Builder on(String object) {
      if (subject == null) {
        subject = object;
      }
      return this;
    }

    /** Names the plugin instance involved, unless a deeper layer did. */
    public Builder by(String pluginInstance) {
      if (plugin == null) {
        plugin = pluginInstance;
      }
      return this;
    }

    /** Says what to do next, as a sentence without its full stop, unless a deeper layer did. */
    public Builder remedy(String advice) {
      if (remedy == null) {
        remedy = advice;
      }
      return this;
    }

    /** Attaches what led to it. */
    public Builder causedBy(@Nullable Throwable throwable) {
      cause = throwable;
      return this;
    }

    /** {@return the error} */
    public BackplaneException build() {
      return new BackplaneException(code, problem, operation, subject, plugin, remedy, cause);
    }
  }
}
