package dev.backplane.xrt.card.holder;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Run;
import dev.backplane.driverkit.queue.QueuedDevice;
import dev.backplane.driverkit.queue.Work;
import dev.backplane.xrt.card.device.Card;
import dev.backplane.xrt.card.memory.CardBuffer;
import dev.backplane.xrt.card.schedule.CardClient;
import dev.backplane.xrt.card.schedule.CardRun;
import java.lang.foreign.MemorySegment;

/** A card as the queues of one holder need it: transfers go straight to the device's copies. */
final class CardQueues implements QueuedDevice {
  private final Card card;
  private final CardClient client;

  CardQueues(Card card, CardClient client) {
    this.card = card;
    this.client = client;
  }

  @Override
  public boolean isOwn(Run run) {
    return run instanceof CardRun own && own.owner() == client;
  }

  @Override
  public Work take(Call call) {
    if (call instanceof CardCall own && own.isOf(client)) {
      return own.take();
    }
    throw foreign("the call");
  }

  private CardBuffer own(Buffer buffer) {
    if (buffer instanceof CardBuffer own && own.owner().memory() == card.memory()) {
      return own;
    }
    throw foreign("the buffer");
  }

  @Override
  public void hold(Buffer buffer) {
    own(buffer).pin();
  }

  @Override
  public void letGo(Buffer buffer) {
    own(buffer).unpin();
  }

  @Override
  public void read(Buffer source, long offset, MemorySegment target) {
    own(source).readDevice(offset, target);
  }

  @Override
  public void write(Buffer target, long offset, MemorySegment source) {
    own(target).writeDevice(offset, source);
  }

  @Override
  public void copy(Buffer source, long sourceOffset, Buffer target, long targetOffset, long bytes) {
    target.copyFrom(source, sourceOffset, targetOffset, bytes);
  }

  @Override
  public String toString() {
    return card.config().name();
  }
}
