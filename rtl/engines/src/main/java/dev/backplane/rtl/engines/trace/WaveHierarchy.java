package dev.backplane.rtl.engines.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The scopes and the names of signals of a waveform file, each with a number. Immutable. */
public final class WaveHierarchy {
  /** The number of the scope around all others, which has no name. */
  public static final int ROOT = 0;

  /**
   * A scope.
   *
   * @param number its number
   * @param parent the number of the scope around it
   * @param name its name
   */
  public record Scope(int number, int parent, String name) {}

  /**
   * The signals that were found by name.
   *
   * @param signals the signals, not more than were asked for
   * @param total how many there are
   */
  public record Found(List<WaveSignal> signals, int total) {
    /** Copies the list. */
    public Found {
      signals = List.copyOf(signals);
    }
  }

  private final List<Scope> scopes;
  private final List<WaveSignal> signals;
  private final List<List<Scope>> inner = new ArrayList<>();
  private final List<List<WaveSignal>> members = new ArrayList<>();

  private WaveHierarchy(List<Scope> scopes, List<WaveSignal> signals) {
    this.scopes = List.copyOf(scopes);
    this.signals = List.copyOf(signals);
    for (Scope scope : this.scopes) {
      inner.add(new ArrayList<>());
      members.add(new ArrayList<>());
      if (scope.number() != ROOT) {
        inner.get(scope.parent()).add(scope);
      }
    }
    this.signals.forEach(signal -> members.get(signal.scope()).add(signal));
  }

  /** Collects the names while a file is read. */
  static final class Builder {
    private final List<Scope> scopes = new ArrayList<>(List.of(new Scope(ROOT, ROOT, "")));
    private final List<WaveSignal> signals = new ArrayList<>();
    private int current = ROOT;

    void enter(String name) {
      scopes.add(new Scope(scopes.size(), current, name));
      current = scopes.size() - 1;
    }

    void leave() {
      current = scopes.get(current).parent();
    }

    void signal(String name, String type, int width, WaveSignal.Kind kind, int column) {
      // A range is written with and without a space in front of it.
      String tight = name.strip().replaceFirst(" +(?=\\[[^\\[\\]]*\\]$)", "");
      signals.add(new WaveSignal(signals.size(), current, tight, type, width, kind, column));
    }

    WaveHierarchy build() {
      return new WaveHierarchy(scopes, signals);
    }
  }

  /** {@return all signals, by number} */
  public List<WaveSignal> signals() {
    return signals;
  }

  /**
   * {@return a signal}
   *
   * @param number its number
   * @throws IllegalArgumentException if there is none
   */
  public WaveSignal signal(int number) {
    if (number < 0 || number >= signals.size()) {
      throw new IllegalArgumentException("there is no signal " + number);
    }
    return signals.get(number);
  }

  /**
   * {@return the scopes in a scope}
   *
   * @param scope its number
   * @throws IllegalArgumentException if there is none
   */
  public List<Scope> scopes(int scope) {
    requireScope(scope);
    return List.copyOf(inner.get(scope));
  }

  /**
   * {@return the signals in a scope}
   *
   * @param scope its number
   * @throws IllegalArgumentException if there is none
   */
  public List<WaveSignal> signals(int scope) {
    requireScope(scope);
    return List.copyOf(members.get(scope));
  }

  private void requireScope(int scope) {
    if (scope < 0 || scope >= scopes.size()) {
      throw new IllegalArgumentException("there is no scope " + scope);
    }
  }

  /** {@return the names of the scopes around a signal and its own, with dots between them} */
  public String path(WaveSignal signal) {
    StringBuilder path = new StringBuilder(signal.name());
    for (int scope = signal.scope(); scope != ROOT; scope = scopes.get(scope).parent()) {
      path.insert(0, scopes.get(scope).name() + ".");
    }
    return path.toString();
  }

  /**
   * Finds signals.
   *
   * @param text a part of their path, in any case; {@code *} stands for any characters
   * @param most the most that are wanted
   * @return the first of them, and how many there are
   */
  public Found find(String text, int most) {
    String[] pieces = text.strip().toLowerCase(Locale.ROOT).split("\\*", -1);
    List<WaveSignal> found = new ArrayList<>();
    int total = 0;
    for (WaveSignal signal : signals) {
      if (hasPieces(path(signal).toLowerCase(Locale.ROOT), pieces)) {
        total++;
        if (found.size() < most) {
          found.add(signal);
        }
      }
    }
    return new Found(found, total);
  }

  private static boolean hasPieces(String path, String[] pieces) {
    int from = 0;
    for (String piece : pieces) {
      int at = path.indexOf(piece, from);
      if (at < 0) {
        return false;
      }
      from = at + piece.length();
    }
    return true;
  }
}
