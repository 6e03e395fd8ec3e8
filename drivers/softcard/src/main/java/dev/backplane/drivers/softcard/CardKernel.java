package dev.backplane.drivers.softcard;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import dev.backplane.drivers.softcard.memory.CardBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A kernel of a loaded image as one holder sees it. */
final class CardKernel implements Kernel {
  private final Card card;
  private final CardSession session;
  private final Fabric fabric;
  private final CardImage.KernelPlan plan;

  CardKernel(Card card, CardSession session, Fabric fabric, CardImage.KernelPlan plan) {
    this.card = card;
    this.session = session;
    this.fabric = fabric;
    this.plan = plan;
  }

  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public List<Argument> arguments() {
    return plan.arguments();
  }

  @Override
  public int computeUnits() {
    return plan.units().size();
  }

  @Override
  public Buffer buffer(String name, long bytes) {
    fabric.checkLoaded(toString());
    Argument argument = argument(name);
    if (argument.kind() != Argument.Kind.BUFFER) {
      throw BackplaneException.because(
              ErrorCode.WRONG_ARGUMENT_TYPE, "argument " + argument + " takes a number, no buffer")
          .on(toString())
          .build();
    }
    List<Integer> banks = argument.banks();
    int bank = banks.isEmpty() ? card.memory().banks().getFirst().index() : banks.getFirst();
    return session.memory().allocate(bytes, bank);
  }

  @Override
  public Run start(Object... values) {
    fabric.checkLoaded(toString());
    card.fabric(session);
    if (!plan.startable()) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "the image says that it has no start signal")
          .during("start")
          .on(toString())
          .remedy("Use its registers through the facet Registers")
          .build();
    }
    if (values.length != plan.arguments().size()) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_ARGUMENT,
              "takes %d values, not %d: %s"
                  .formatted(
                      plan.arguments().size(),
                      values.length,
                      plan.arguments().stream().map(Argument::name).toList()))
          .during("start")
          .on(toString())
          .build();
    }
    long[] bits = new long[values.length];
    List<@Nullable CardBuffer> buffers = new ArrayList<>();
    for (Argument argument : plan.arguments()) {
      Object value = values[argument.index()];
      bits[argument.index()] = argument.encode(value);
      buffers.add(value instanceof Buffer buffer ? mine(argument, buffer) : null);
    }
    CardRun run = new CardRun(fabric, session, name(), bits, buffers, unitsFor(buffers));
    for (CardBuffer buffer : buffers) {
      if (buffer != null) {
        buffer.givenTo(run.toString());
      }
    }
    fabric.submit(run);
    return run;
  }

  private CardBuffer mine(Argument argument, Buffer buffer) {
    if (buffer instanceof CardBuffer own && own.owner().memory() == card.memory()) {
      return own;
    }
    throw BackplaneException.because(
            ErrorCode.WRONG_ARGUMENT_TYPE, "the buffer belongs to another device")
        .during("start")
        .on("argument " + argument)
        .remedy("Make the buffer with kernel.buffer(\"" + argument.name() + "\", bytes)")
        .build();
  }

  /** {@return the units that reach all of the buffers; at least one} */
  private BitSet unitsFor(List<@Nullable CardBuffer> buffers) {
    BitSet units = new BitSet();
    for (int unit = 0; unit < plan.units().size(); unit++) {
      units.set(unit, reachesAll(plan.units().get(unit), buffers));
    }
    if (units.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.WRONG_BANK,
              "no compute unit reaches all of the buffers, which lie in "
                  + buffers.stream()
                      .filter(CardBuffer.class::isInstance)
                      .map(CardBuffer.class::cast)
                      .map(CardBuffer::bank)
                      .map(Bank::name)
                      .toList())
          .during("start")
          .on(toString())
          .remedy("Put the buffers into banks that one unit is connected to")
          .build();
    }
    return units;
  }

  private static boolean reachesAll(CardImage.UnitPlan unit, List<@Nullable CardBuffer> buffers) {
    for (int i = 0; i < buffers.size(); i++) {
      CardBuffer buffer = buffers.get(i);
      if (buffer != null
          && !buffer.object().reachesAll()
          && !unit.banks().get(i).contains(buffer.bank().index())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return "kernel " + name();
  }
}
