package dev.backplane.drivers.softcard.holder;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.PreparedRun;
import dev.backplane.api.Run;
import dev.backplane.drivers.softcard.card.Card;
import dev.backplane.drivers.softcard.image.CardImage;
import dev.backplane.drivers.softcard.schedule.CardClient;
import dev.backplane.drivers.softcard.schedule.CardRun;
import dev.backplane.drivers.softcard.schedule.LoadedImage;
import dev.backplane.drivers.softcard.unit.RunArguments;
import java.util.List;

/** A kernel of a loaded image as one holder sees it. */
final class CardKernel implements Kernel {
  private final Card card;
  private final CardClient client;
  private final LoadedImage loaded;
  private final CardImage.KernelPlan plan;

  CardKernel(Card card, CardClient client, LoadedImage loaded, CardImage.KernelPlan plan) {
    this.card = card;
    this.client = client;
    this.loaded = loaded;
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
    loaded.admission().checkLoaded(toString());
    Argument argument = argument(name);
    if (argument.kind() != Argument.Kind.BUFFER) {
      throw BackplaneException.because(
              ErrorCode.WRONG_ARGUMENT_TYPE, "argument " + argument + " takes a number, no buffer")
          .on(toString())
          .build();
    }
    List<Integer> banks = argument.banks();
    int bank = banks.isEmpty() ? card.memory().banks().getFirst().index() : banks.getFirst();
    return client.memory().allocate(bytes, bank);
  }

  @Override
  public Run start(Object... values) {
    CardRun run = open(false, values);
    boolean started = false;
    try {
      run.start();
      started = true;
      return run;
    } finally {
      if (!started) {
        loaded.release(run);
      }
    }
  }

  @Override
  public PreparedRun prepare(Object... values) {
    return open(true, values);
  }

  private CardRun open(boolean prepared, Object... values) {
    loaded.admission().checkLoaded(toString());
    card.checkOpen(client);
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
    RunArguments arguments = new RunArguments(values.length);
    for (Argument argument : plan.arguments()) {
      Object value = values[argument.index()];
      long bits = argument.encode(value);
      arguments.bind(
          argument.index(),
          bits,
          value instanceof Buffer ? RunArguments.buffer(card.memory(), argument, value) : null);
    }
    return loaded.open(client, plan, arguments, prepared);
  }

  @Override
  public String toString() {
    return "kernel " + name();
  }
}
