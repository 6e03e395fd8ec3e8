package dev.backplane.drivers.xrt;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import dev.backplane.driverkit.KernelArguments;
import java.util.ArrayList;
import java.util.List;

/** A kernel of a loaded image. */
final class XrtKernel implements Kernel {
  private final XrtCard card;
  private final XrtSession session;
  private final XrtFabric fabric;
  private final KernelContext context;
  private final XrtImage.Plan plan;
  private final KernelArguments arguments;

  XrtKernel(XrtCard card, XrtSession session, XrtFabric fabric, KernelContext context) {
    this.card = card;
    this.session = session;
    this.fabric = fabric;
    this.context = context;
    plan = context.plan();
    arguments = new KernelArguments(plan.name(), plan.arguments());
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
    arguments.checkTakesBuffer(argument);
    List<Integer> banks = argument.banks();
    int bank = banks.isEmpty() ? fabric.image().banks().getFirst().index() : banks.getFirst();
    return card.buffers().allocate(session, bytes, bank);
  }

  @Override
  public Run start(Object... values) {
    fabric.checkLoaded(toString());
    if (!plan.startable()) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "the image says that it has no start signal")
          .during("start")
          .on(toString())
          .remedy("Use its registers through the facet Registers")
          .build();
    }
    arguments.checkCount("start", values);
    long[] bits = new long[values.length];
    List<XrtBuffer> buffers = new ArrayList<>(values.length);
    for (Argument argument : plan.arguments()) {
      Object value = values[argument.index()];
      bits[argument.index()] = argument.encode(value);
      if (argument.kind() == Argument.Kind.BUFFER) {
        if (!(value instanceof XrtBuffer buffer) || buffer.card() != card) {
          throw arguments.foreign("start", argument);
        }
        // The library takes the handle and puts the address into the register by itself.
        bits[argument.index()] = buffer.handle();
        buffers.add(buffer);
      }
    }
    return start(bits, buffers);
  }

  private Run start(long[] bits, List<XrtBuffer> buffers) {
    fabric.enter(toString());
    int entered = 0;
    XrtRun run = null;
    try {
      while (entered < buffers.size()) {
        buffers.get(entered).enter();
        entered++;
      }
      NativeRun taken = context.take();
      run = new XrtRun(card, fabric, context, taken, buffers);
      card.begins(run);
      set(taken, bits);
      taken.start(run);
      run.started();
      return run;
    } catch (RuntimeException e) {
      if (run != null) {
        run.discard();
      } else {
        buffers.subList(0, entered).forEach(XrtBuffer::leave);
        fabric.leave();
      }
      if (e instanceof BackplaneException coded) {
        throw coded.with().during("start").on(toString()).causedBy(coded).build();
      }
      throw e;
    }
  }

  private void set(NativeRun run, long[] bits) {
    LibXrt library = card.library();
    for (Argument argument : plan.arguments()) {
      int index = plan.indices().get(argument.index());
      long value = bits[argument.index()];
      if (argument.kind() == Argument.Kind.BUFFER) {
        library.kernels().setLong(run.handle(), index, value);
      } else if (argument.type().equals("float")) {
        library.kernels().setDouble(run.handle(), index, Float.intBitsToFloat((int) value));
      } else if (argument.type().equals("double")) {
        library.kernels().setDouble(run.handle(), index, Double.longBitsToDouble(value));
      } else if (argument.size() > Integer.BYTES) {
        library.kernels().setLong(run.handle(), index, value);
      } else {
        library.kernels().setInt(run.handle(), index, (int) value);
      }
    }
  }

  @Override
  public String toString() {
    return "kernel " + name();
  }
}
