package dev.backplane.compiler.pass;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Turns things of one level into things of the next, by a handler for each type. Plugins register
 * handlers; one thing may become several. For use by one thread at a time.
 *
 * @param <I> what is lowered
 * @param <O> what it becomes
 */
public final class LoweringPass<I, O> {
  private final String name;
  private final Function<? super I, String> typeOf;
  private final Map<String, Deque<Handler<I, O>>> handlers = new HashMap<>();

  /** A class with identity: two registrations of one function are two. */
  private static final class Handler<I, O> {
    private final Function<? super I, ? extends Iterable<? extends O>> function;

    private Handler(Function<? super I, ? extends Iterable<? extends O>> function) {
      this.function = function;
    }
  }

  /**
   * A pass without handlers.
   *
   * @param name what messages call it
   * @param typeOf gives the type of what is lowered
   */
  public LoweringPass(String name, Function<? super I, String> typeOf) {
    this.name = name;
    this.typeOf = typeOf;
  }

  /**
   * Registers a handler with one result.
   *
   * @param type what it lowers
   * @param handler lowers it
   * @return takes the handler out again
   * @throws CompilerException with {@link CompilerError#DUPLICATE_TYPE} if the type has a handler
   */
  public Registration register(String type, Function<? super I, ? extends O> handler) {
    return registerIterable(type, single(handler));
  }

  /**
   * Registers a handler with any number of results.
   *
   * @param type what it lowers
   * @param handler lowers it
   * @return takes the handler out again
   * @throws CompilerException with {@link CompilerError#DUPLICATE_TYPE} if the type has a handler
   */
  public Registration registerIterable(
      String type, Function<? super I, ? extends Iterable<? extends O>> handler) {
    if (handles(type)) {
      throw new CompilerException(
          CompilerError.DUPLICATE_TYPE,
          "type " + type,
          name + " has a handler of this type already; override it, or leave out a plugin");
    }
    return add(type, handler);
  }

  /**
   * Puts a handler with one result in the place of the one there is, until it is taken out.
   *
   * @param type what it lowers
   * @param handler lowers it
   * @return takes the handler out again; the one before counts then
   * @throws CompilerException with {@link CompilerError#OVERRIDE_OF_NOTHING} if there is none
   */
  public Registration override(String type, Function<? super I, ? extends O> handler) {
    return overrideIterable(type, single(handler));
  }

  /**
   * Puts a handler with any number of results in the place of the one there is.
   *
   * @param type what it lowers
   * @param handler lowers it
   * @return takes the handler out again; the one before counts then
   * @throws CompilerException with {@link CompilerError#OVERRIDE_OF_NOTHING} if there is none
   */
  public Registration overrideIterable(
      String type, Function<? super I, ? extends Iterable<? extends O>> handler) {
    if (!handles(type)) {
      throw new CompilerException(
          CompilerError.OVERRIDE_OF_NOTHING,
          "type " + type,
          name + " has no handler of this type to override; register it, or require its plugin");
    }
    return add(type, handler);
  }

  /** {@return whether there is a handler of this type} */
  public boolean handles(String type) {
    return handlers.containsKey(type);
  }

  /** {@return the types that have handlers, sorted} */
  public List<String> types() {
    List<String> types = new ArrayList<>(handlers.keySet());
    types.sort(null);
    return types;
  }

  /**
   * Lowers one thing.
   *
   * @param input the thing
   * @param place what messages call it
   * @param results takes what it becomes, in order
   * @throws CompilerException with {@link CompilerError#UNKNOWN_TYPE} if its type has no handler;
   *     what a handler throws, with the place
   */
  public void lower(I input, String place, Consumer<? super O> results) {
    String type = typeOf.apply(input);
    Deque<Handler<I, O>> registered = handlers.get(type);
    if (registered == null) {
      throw new CompilerException(
          CompilerError.UNKNOWN_TYPE,
          place,
          name
              + " has no handler of type "
              + type
              + "; it has "
              + String.join(", ", types())
              + ". Load a plugin that brings it");
    }
    try {
      for (O result : registered.getFirst().function.apply(input)) {
        results.accept(result);
      }
    } catch (CompilerException e) {
      throw e.in(place);
    } catch (RuntimeException e) {
      throw new CompilerException(
          CompilerError.BAD_COMPONENT,
          place,
          "the handler of " + name + " for type " + type + " threw " + e,
          e);
    }
  }

  private Registration add(
      String type, Function<? super I, ? extends Iterable<? extends O>> handler) {
    Handler<I, O> added = new Handler<>(handler);
    handlers.computeIfAbsent(type, _ -> new ArrayDeque<>()).addFirst(added);
    return () ->
        handlers.computeIfPresent(
            type,
            (_, registered) -> {
              registered.remove(added);
              return registered.isEmpty() ? null : registered;
            });
  }

  private static <I, O> Function<I, List<O>> single(Function<? super I, ? extends O> handler) {
    return input -> List.of(handler.apply(input));
  }
}
