package dev.backplane.xrt.driver;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Placement;
import dev.backplane.api.Run;
import dev.backplane.driverkit.CardProgram;
import java.util.List;

/** A kernel of a loaded image. */
final class XrtKernel implements Kernel {
  private final XrtCard card;
  private final XrtSession session;
  private final LoadedImage fabric;
  private final KernelContext context;
  private final XrtImage.Plan plan;
  private final CardProgram program;

  XrtKernel(
      XrtCard card,
      XrtSession session,
      LoadedImage fabric,
      KernelContext context,
      CardProgram program) {
    this.card = card;
    this.session = session;
    this.fabric = fabric;
    this.context = context;
    this.program = program;
    plan = context.plan();
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
    int bank = banks.isEmpty() ? fabric.image().banks().getFirst().index() : banks.getFirst();
    return card.buffers().allocate(session, bytes, Placement.bank(bank));
  }

  @Override
  public Run start(Object... values) {
    checkStartable();
    try (XrtCall call = new XrtCall(card, session, fabric, context)) {
      call.setAll(values);
      return call.startAnother();
    }
  }

  @Override
  public XrtCall call() {
    checkStartable();
    return new XrtCall(card, session, fabric, context);
  }

  @Override
  public Call bind(Object... values) {
    return call().setAll(values);
  }

  private void checkStartable() {
    program.check(toString());
    if (!plan.startable()) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "the image says that it has no start signal")
          .during("start")
          .on(toString())
          .remedy("Use its registers through the facet Registers")
          .build();
    }
  }

  @Override
  public String toString() {
    return "kernel " + name();
  }
}
