package dev.backplane.xrt.driver;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Run;
import dev.backplane.driverkit.queue.QueuedDevice;
import dev.backplane.driverkit.queue.Work;
import java.lang.foreign.MemorySegment;

/** A card as the queues of one holder need it. */
final class XrtQueues implements QueuedDevice {
  private final XrtCard card;
  private final XrtSession session;

  XrtQueues(XrtCard card, XrtSession session) {
    this.card = card;
    this.session = session;
  }

  @Override
  public boolean isOwn(Run run) {
    return run instanceof XrtRun own && own.isOf(card);
  }

  @Override
  public Work take(Call call) {
    if (call instanceof XrtCall own && own.isOf(session)) {
      return own.take();
    }
    throw foreign("the call");
  }

  private XrtBuffer own(Buffer buffer) {
    if (buffer instanceof XrtBuffer own && own.card() == card) {
      return own;
    }
    throw foreign("the buffer");
  }

  @Override
  public void hold(Buffer buffer) {
    own(buffer).enter();
  }

  @Override
  public void letGo(Buffer buffer) {
    own(buffer).leave();
  }

  @Override
  public void read(Buffer source, long offset, MemorySegment target) {
    card.buffers().pastHost().read(own(source), offset, target);
  }

  @Override
  public void write(Buffer target, long offset, MemorySegment source) {
    card.buffers().pastHost().write(own(target), offset, source);
  }

  @Override
  public void copy(Buffer source, long sourceOffset, Buffer target, long targetOffset, long bytes) {
    card.buffers().pastHost().copy(own(source), sourceOffset, own(target), targetOffset, bytes);
  }

  @Override
  public String toString() {
    return card.key();
  }
}
