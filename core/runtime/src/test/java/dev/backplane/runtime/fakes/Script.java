package dev.backplane.runtime.fakes;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an instance of the scripted driver does, read from its configuration: {@code {"initialize":
 * "throw"}}. A step may say {@code throw}, {@code error}, {@code coded}, {@code hang}, {@code
 * null}, {@code unprintable}, {@code interrupt}, a number to return, or {@code throw 2} to do it
 * the first two times.
 */
public final class Script {
  private static final Map<String, Script> SCRIPTS = new ConcurrentHashMap<>();

  /** What happened in all instances, in order. */
  private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

  /** What a test does when an instance comes to a step. */
  private static final Map<String, Runnable> HOOKS = new ConcurrentHashMap<>();

  private final String instance;
  private final String config;
  private final Map<String, Integer> counts = new ConcurrentHashMap<>();
  private volatile @Nullable IntSupplier table;
  private final CountDownLatch release = new CountDownLatch(1);

  private Script(String instance, String config) {
    this.instance = instance;
    this.config = config;
  }

  static Script begin(String instance, String config) {
    // A second try is the same script, so that it knows how often it failed.
    return SCRIPTS.compute(
        instance,
        (name, old) -> old != null && old.config.equals(config) ? old : new Script(name, config));
  }

  public static Script of(String instance) {
    Script script = SCRIPTS.get(instance);
    if (script == null) {
      throw new AssertionError("instance " + instance + " was never configured");
    }
    return script;
  }

  public static boolean exists(String instance) {
    return SCRIPTS.containsKey(instance);
  }

  public static List<String> events() {
    return List.copyOf(EVENTS);
  }

  public static void reset() {
    SCRIPTS.values().forEach(Script::release);
    SCRIPTS.clear();
    HOOKS.clear();
    EVENTS.clear();
  }

  /** Does something once, on the thread that does a step of an instance, before what it says. */
  public static void when(String instance, String step, Runnable action) {
    HOOKS.put(instance + ' ' + step, action);
  }

  void table(IntSupplier bound) {
    table = bound;
  }

  /** {@return what the driver got for {@link ScriptedDriver#OWN_TABLE}} */
  public @Nullable IntSupplier table() {
    return table;
  }

  public String config() {
    return config;
  }

  /** Lets all that hangs go on. */
  public void release() {
    release.countDown();
  }

  public int count(String step) {
    return counts.getOrDefault(step, 0);
  }

  void event(String event) {
    EVENTS.add(instance + " " + event);
  }

  List<String> list(String key, String otherwise) {
    String value = get(key);
    return List.of((value == null ? otherwise : value).split(","));
  }

  @Nullable String get(String key) {
    Matcher matcher =
        Pattern.compile("\"" + key + "\"\\s*:\\s*\"?([^\"}]*?)\"?\\s*[,}](?=[\\s\"}]|$)")
            .matcher(config);
    return matcher.find() ? matcher.group(1).strip() : null;
  }

  /** Does what the script says of a step, and gives what the step shall return. */
  int step(String step) {
    int count = counts.merge(step, 1, Integer::sum);
    event(step);
    Runnable hook = HOOKS.remove(instance + ' ' + step);
    if (hook != null) {
      hook.run();
    }
    String action = get(step);
    if (action == null) {
      return 0;
    }
    String[] words = action.split(" ");
    if (words.length > 1 && count > Integer.parseInt(words[1])) {
      return 0;
    }
    switch (words[0]) {
      case "throw" -> throw new IllegalStateException("scripted failure in " + step);
      case "error" -> throw new AssertionError("scripted error in " + step);
      case "coded" ->
          throw new BackplaneException(ErrorCode.LINK_LOST, "scripted coded failure in " + step);
      case "unprintable" -> throw new Unprintable();
      case "interrupt" -> {
        Thread.currentThread().interrupt();
        return 0;
      }
      case "hang" -> {
        hang();
        return 0;
      }
      default -> {
        return words[0].matches("-?[0-9]+") ? Integer.parseInt(words[0]) : 0;
      }
    }
  }

  boolean says(String step, String action) {
    return action.equals(get(step));
  }

  /** A failure whose own methods fail. */
  private static final class Unprintable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String toString() {
      throw new IllegalStateException("no text");
    }

    @Override
    public String getMessage() {
      throw new AssertionError("no message");
    }
  }

  /** Hangs until released; interrupting does not help, as in native code. */
  private void hang() {
    boolean interrupted = false;
    while (true) {
      try {
        release.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
