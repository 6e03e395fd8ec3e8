package dev.backplane.xrt.card.holder;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import dev.backplane.driverkit.CardProgram;
import dev.backplane.xrt.card.device.Card;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.memory.CardBuffer;
import dev.backplane.xrt.card.schedule.CardClient;
import dev.backplane.xrt.card.schedule.CardRun;
import dev.backplane.xrt.card.schedule.LoadedImage;
import dev.backplane.xrt.card.unit.RunArguments;
import java.util.List;

/** A kernel of a loaded image as one holder sees it. */
final class CardKernel implements Kernel {
  private final Card card;
  private final CardClient client;
  private final LoadedImage loaded;
  private final CardImage.KernelPlan plan;
  private final CardProgram program;

  CardKernel(
      Card card,
      CardClient client,
      LoadedImage loaded,
      CardImage.KernelPlan plan,
      CardProgram program) {
    this.card = card;
    this.client = client;
    this.loaded = loaded;
    this.plan = plan;
    this.program = program;
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
    program.check(toString());
    List<Integer> banks = argument(name).banks();
    int bank = banks.isEmpty() ? card.memory().banks().getFirst().index() : banks.getFirst();
    return client.memory().allocate(bytes, bank);
  }

  @Override
  public Run start(Object... values) {
    CardRun run = loaded.open(client, plan, arguments(values), false);
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
  public Call call() {
    return open();
  }

  @Override
  public Call bind(Object... values) {
    return open().setAll(values);
  }

  private CardCall open() {
    checkStartable();
    RunArguments none = new RunArguments(plan.arguments().size());
    return new CardCall(plan, loaded, loaded.open(client, plan, none, true));
  }

  private void checkStartable() {
    program.check(toString());
    card.checkOpen(client);
    if (!plan.startable()) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "the image says that it has no start signal")
          .during("start")
          .on(toString())
          .remedy("Use its registers through the facet Registers")
          .build();
    }
  }

  private RunArguments arguments(Object... values) {
    checkStartable();
    RunArguments arguments = new RunArguments(values.length);
    for (Argument argument : plan.arguments()) {
      Object value = values[argument.index()];
      arguments.bind(
          argument.index(),
          argument.bits(value),
          value instanceof CardBuffer buffer ? buffer : null);
    }
    return arguments;
  }

  @Override
  public String toString() {
    return "kernel " + name();
  }
}
