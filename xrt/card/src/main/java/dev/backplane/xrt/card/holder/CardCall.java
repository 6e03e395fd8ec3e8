package dev.backplane.xrt.card.holder;

import dev.backplane.api.Argument;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Run;
import dev.backplane.driverkit.queue.TaskCall;
import dev.backplane.driverkit.queue.Work;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.memory.CardBuffer;
import dev.backplane.xrt.card.schedule.CardClient;
import dev.backplane.xrt.card.schedule.CardRun;
import dev.backplane.xrt.card.schedule.LoadedImage;
import java.time.Duration;

/** A call of a kernel of a loaded image: values are set in its own run, and copied for others. */
final class CardCall extends TaskCall {
  private final LoadedImage loaded;
  private final CardRun own;

  CardCall(CardImage.KernelPlan kernel, LoadedImage loaded, CardRun own) {
    super(kernel.name(), kernel.arguments());
    this.loaded = loaded;
    this.own = own;
  }

  boolean isOf(CardClient client) {
    return own.owner() == client;
  }

  @Override
  protected void put(Argument argument, long bits) {
    own.arguments().set(argument.index(), bits);
  }

  @Override
  protected void put(Argument argument, Buffer buffer) {
    own.bind(argument, (CardBuffer) buffer);
  }

  @Override
  protected void checkSettable() {
    own.checkSettable();
  }

  @Override
  public Call limit(Duration limit) {
    own.limit(limit);
    return this;
  }

  @Override
  public Run start() {
    checkComplete("start");
    own.start();
    return own;
  }

  /** {@return what it would execute now, with a run and values of its own} */
  Work take() {
    return new Execution(loaded, loaded.openAs(own));
  }

  private record Execution(LoadedImage loaded, CardRun run) implements Work {
    @Override
    public void begin() {
      run.start();
    }

    @Override
    public void letGo() {
      loaded.release(run);
    }
  }

  @Override
  public void close() {
    checkNoneEnqueued();
    own.close();
  }
}
