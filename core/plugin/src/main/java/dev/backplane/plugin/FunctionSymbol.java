package dev.backplane.plugin;

import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A symbol made of two functions: one that does the work, and one that puts it into a receiver.
 * Also callable as the function itself.
 *
 * @param name what the function is called; receivers that register by name use it
 * @param loading puts the symbol into a receiver
 * @param unloading takes it out again
 * @param function the work
 * @param <R> the receiver
 * @param <A> what the function takes
 * @param <B> what it gives
 */
public record FunctionSymbol<R, A, B>(
    String name,
    BiConsumer<? super R, ? super FunctionSymbol<R, A, B>> loading,
    BiConsumer<? super R, ? super FunctionSymbol<R, A, B>> unloading,
    Function<? super A, ? extends B> function)
    implements PluginSymbol<R>, Function<A, B> {

  /**
   * Makes a symbol that needs no unloading.
   *
   * @param name what the function is called
   * @param loading puts the symbol into a receiver
   * @param function the work
   */
  public FunctionSymbol(
      String name,
      BiConsumer<? super R, ? super FunctionSymbol<R, A, B>> loading,
      Function<? super A, ? extends B> function) {
    this(name, loading, (receiver, symbol) -> {}, function);
  }

  @Override
  public void loadInto(R receiver) {
    loading.accept(receiver, this);
  }

  @Override
  public void unloadFrom(R receiver) {
    unloading.accept(receiver, this);
  }

  @Override
  public B apply(A argument) {
    return function.apply(argument);
  }
}
