package dev.backplane.bench;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Device;
import dev.backplane.api.Image;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** All of Backplane, as a program uses it: what the plugin manager hands out. */
final class BackplaneOpenCl implements OpenClCalls {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  /** Kept for as long as what was made from it: a device that is lost is told of. */
  private final Device device;

  private final Queue queue;
  private final Call call;
  private final Buffer first;
  private final Buffer second;
  private final Buffer large;
  private final MemorySegment host;

  BackplaneOpenCl() throws IOException {
    Path configuration = Files.createTempFile("backplane-bench", ".json");
    Files.writeString(configuration, "{\"plugins\": [{\"module\": \"opencl\"}]}");
    Backplane backplane = Backplane.open(configuration);
    Files.delete(configuration);
    device = backplane.find().open();
    Queues queues = device.facet(Queues.class);
    Memory memory = device.facet(Memory.class);
    int bank = memory.banks().getFirst().index();
    first = memory.allocate(4096, bank);
    second = memory.allocate(4096, bank);
    large = memory.allocate(LARGE, bank);
    host = queues.hostMemory(LARGE).fill((byte) 1);
    queue = queues.queue();
    call = device.load(Image.source("tiny", SOURCE)).kernel("tiny").bind(first, 1).range(1);
  }

  @Override
  public void bufferArgument(int times) {
    for (int i = 0; i < times; i++) {
      call.set(0, (i & 1) == 0 ? first : second);
    }
  }

  @Override
  public void intArgument(int times) {
    for (int i = 0; i < times; i++) {
      call.set(1, i);
    }
  }

  @Override
  public long query(int times) {
    throw new UnsupportedOperationException(
        "Backplane asks " + device.id() + " when it finds it, and not again");
  }

  @Override
  public void launch(int times) {
    for (int i = 0; i < times; i++) {
      queue.enqueue(call);
      queue.finish(DEADLINE);
    }
  }

  @Override
  public void batch(int times) {
    for (int i = 0; i < times; i++) {
      queue.enqueue(call);
    }
    queue.finish(DEADLINE);
  }

  @Override
  public void write(int times) {
    for (int i = 0; i < times; i++) {
      queue.write(large, 0, host).await(DEADLINE);
    }
  }

  @Override
  public void read(int times) {
    for (int i = 0; i < times; i++) {
      queue.read(large, 0, host).await(DEADLINE);
    }
  }
}
