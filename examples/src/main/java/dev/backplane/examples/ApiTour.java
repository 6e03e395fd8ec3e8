package dev.backplane.examples;

import dev.backplane.api.*;
import dev.backplane.api.board.Sensor;
import dev.backplane.api.board.Sensors;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The program of the guide through the API: docs/api.md shows its parts. */
public final class ApiTour {
  private static final int COUNT = 64;
  private static final long BYTES = COUNT * 4L;
  private static final Duration LONG = Duration.ofMinutes(1);

  private ApiTour() {}

  /**
   * Prints what each part finds.
   *
   * @param arguments the image of the example vadd
   */
  public static void main(String... arguments) {
    Path image = Path.of(arguments.length > 0 ? arguments[0] : "examples/vadd/vadd.xclbin");
    try (Backplane backplane = Backplane.open()) {
      list(backplane);
      Token token = choose(backplane);
      try (Device device = token.open()) {
        ask(device);
        Kernel vadd = device.load(Image.of(image)).kernel("vadd");
        describe(vadd);
        once(vadd);
        often(vadd);
        inQueues(device, vadd);
        many(vadd);
        tell(vadd);
      }
    }
  }

  private static void list(Backplane backplane) {
    for (Token token : backplane.enumerate(List.of(Filter.any()))) {
      DeviceProperties properties = token.properties();
      System.out.println(token.id() + ": " + properties.name() + ", " + properties.deviceType());
    }
  }

  private static Token choose(Backplane backplane) {
    Token byProperties = backplane.find(Filter.kernel("vadd").withDeviceType(DeviceType.FPGA));
    Token byText = backplane.find(DeviceSelector.parse("softcard:*"));
    Token byId = backplane.token(byText.id());
    System.out.println("found " + byProperties.id() + ", " + byText.id() + ", " + byId.id());
    return byId;
  }

  private static void ask(Device device) {
    if (device.supports(Sensors.class)) {
      for (Sensor sensor : device.facet(Sensors.class).sensors()) {
        System.out.println(sensor.name() + " " + sensor.value() + ", " + sensor.origin());
      }
    }
    for (Bank bank : device.facet(Memory.class).banks()) {
      System.out.println(bank.name() + " " + bank.size());
    }
  }

  private static void describe(Kernel vadd) {
    System.out.println(vadd.name() + " on " + vadd.computeUnits() + " units");
    vadd.arguments().forEach(System.out::println);
  }

  private static void once(Kernel vadd) {
    try (Buffer a = vadd.buffer("a", BYTES);
        Buffer b = vadd.buffer("b", BYTES);
        Buffer c = vadd.buffer("c", BYTES)) {
      a.write(new int[COUNT]).sync(); // the host's copy, then the device's
      b.write(1, 2, 3, 4).sync();
      RunReport report = vadd.start(a, b, c, COUNT).await(LONG);
      int[] sums = c.syncBack().read(new int[COUNT]);
      System.out.println(sums[3] + " after " + report.cycles() + " cycles");
    }
  }

  private static void often(Kernel vadd) {
    try (Buffer a = vadd.buffer("a", BYTES);
        Buffer b = vadd.buffer("b", BYTES);
        Buffer c = vadd.buffer("c", BYTES);
        Call add = vadd.bind(a, b, c, 0)) {
      for (int n = 1; n <= 3; n++) {
        RunState state = add.set(3, n).start().join(LONG);
        System.out.println(n + " numbers: " + state);
      }
    }
  }

  private static void inQueues(Device device, Kernel vadd) {
    int[] ones = new int[COUNT];
    Arrays.fill(ones, 1);
    int[] sums = new int[COUNT];
    try (Buffer a = vadd.buffer("a", BYTES);
        Buffer b = vadd.buffer("b", BYTES);
        Buffer c = vadd.buffer("c", BYTES);
        Call add = vadd.bind(a, b, c, COUNT);
        Queue transfers = device.queue();
        Queue runs = device.queue()) {
      Run left = transfers.write(a, 0, MemorySegment.ofArray(ones));
      Run right = transfers.write(b, 0, MemorySegment.ofArray(ones));
      Run sum = runs.submit(add, left, right); // when both are there
      transfers.read(c, 0, MemorySegment.ofArray(sums), sum).await(LONG);
    }
    System.out.println("1 + 1 = " + sums[COUNT - 1]);
  }

  private static void many(Kernel vadd) {
    try (Buffer a = vadd.buffer("a", BYTES);
        Buffer b = vadd.buffer("b", BYTES);
        Buffer c = vadd.buffer("c", BYTES)) {
      WaitSet pending = new WaitSet();
      for (int i = 0; i < 4; i++) {
        pending.add(vadd.start(a, b, c, COUNT));
      }
      Optional<Run> ended = pending.await(LONG);
      while (ended.isPresent()) {
        System.out.println(ended.get().state() + ", " + pending.size() + " left");
        ended = pending.size() == 0 ? Optional.empty() : pending.await(LONG);
      }
    }
  }

  private static void tell(Kernel vadd) {
    try (Buffer a = vadd.buffer("a", BYTES)) {
      vadd.start(a, 2, 3);
    } catch (BackplaneException e) {
      System.out.println(e.code().id() + ", by the " + e.code().category() + ": " + e.problem());
      System.out.println(e.remedy());
    }
  }
}
