package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ImageMapping;
import dev.backplane.api.ImageMemory;
import dev.backplane.api.ImageObject;
import dev.backplane.api.ImageShape;
import dev.backplane.api.Mapping;
import dev.backplane.api.PixelBox;
import dev.backplane.api.PixelFormat;
import dev.backplane.api.Queue;
import dev.backplane.api.Run;
import dev.backplane.api.Sampler;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.ffi.Slab;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Images and samplers of the table. */
final class PiImageMemory implements ImageMemory {
  private static final int DEVICE_IMAGE_SUPPORT = 0x1016;
  private static final int MEM_ACCESS_RW = 1;
  private static final int MEM_COPY_HOST_POINTER = 0x20;
  private static final int FORMAT_BYTES = 8;
  private static final int DESCRIPTOR_BYTES = 72;
  private static final int MOST_FORMATS = 4096;

  private static final int SAMPLER_NORMALIZED = 0x1152;
  private static final int SAMPLER_ADDRESSING = 0x1153;
  private static final int SAMPLER_FILTER = 0x1154;

  private final PiContext context;
  private final PiMemory memory;
  private final Map<ImageShape.Kind, List<PixelFormat>> formats = new ConcurrentHashMap<>();

  private PiImageMemory(PiContext context, PiMemory memory) {
    this.context = context;
    this.memory = memory;
  }

  /** {@return the images of a device, empty if it has none or does not tell their formats} */
  static Optional<PiImageMemory> of(PiContext context, PiMemory memory) {
    boolean has = context.deviceNumber(DEVICE_IMAGE_SUPPORT) != 0;
    PiImageMemory made = new PiImageMemory(context, memory);
    return has && made.countFormats(ImageShape.Kind.IMAGE_2D).isPresent()
        ? Optional.of(made)
        : Optional.empty();
  }

  private Optional<Integer> countFormats(ImageShape.Kind kind) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment count = frame.allocate(Integer.BYTES, Integer.BYTES);
      count.set(ValueLayout.JAVA_INT, 0, 0);
      int result =
          context.pi.getSupportedImageFormats(
              context.handle, MEM_ACCESS_RW, PixelCodes.of(kind), 0, 0, count.address());
      return result == 0
          ? Optional.of(Math.clamp(count.get(ValueLayout.JAVA_INT, 0), 0, MOST_FORMATS))
          : Optional.empty();
    }
  }

  @Override
  public List<PixelFormat> formats(ImageShape.Kind kind) {
    return formats.computeIfAbsent(kind, this::ask);
  }

  private List<PixelFormat> ask(ImageShape.Kind kind) {
    int count = countFormats(kind).orElse(0);
    List<PixelFormat> known = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment all = arena.allocate((long) FORMAT_BYTES * Math.max(1, count), FORMAT_BYTES);
      if (count > 0) {
        context.results.check(
            context.pi.getSupportedImageFormats(
                context.handle, MEM_ACCESS_RW, PixelCodes.of(kind), count, all.address(), 0),
            "formats");
      }
      for (int i = 0; i < count; i++) {
        PixelCodes.format(
                all.getAtIndex(ValueLayout.JAVA_INT, 2L * i),
                all.getAtIndex(ValueLayout.JAVA_INT, 2L * i + 1))
            .filter(format -> !known.contains(format))
            .ifPresent(known::add);
      }
    }
    return List.copyOf(known);
  }

  @Override
  public ImageObject image(ImageShape shape, PixelFormat format) {
    if (!formats(shape.kind()).contains(format)) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED,
              "the device has no images %s of %s".formatted(shape.kind(), format))
          .during("make image")
          .remedy("Use one of " + formats(shape.kind()))
          .build();
    }
    long bytes = shape.pixels() * format.bytes();
    if (shape.pixels() > Long.MAX_VALUE / format.bytes() || bytes > context.globalMemory) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_DEVICE_MEMORY,
              "the device has %d bytes, not enough for %s".formatted(context.globalMemory, shape))
          .during("make image")
          .remedy("Use a smaller image")
          .build();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment what = arena.allocate(FORMAT_BYTES, FORMAT_BYTES);
      what.set(ValueLayout.JAVA_INT, 0, PixelCodes.of(format.channels()));
      what.set(ValueLayout.JAVA_INT, Integer.BYTES, PixelCodes.of(format.type()));
      // The content of an image is what was in its memory before, unless it is given.
      MemorySegment zeros = arena.allocate(bytes, Long.BYTES);
      MemorySegment description = descriptor(shape, arena);
      long image =
          context.make(
              "make image",
              shape + ", " + format,
              out ->
                  context.pi.memImageCreate(
                      context.handle,
                      MEM_ACCESS_RW | MEM_COPY_HOST_POINTER,
                      what.address(),
                      description.address(),
                      zeros.address(),
                      out));
      NativeHandle handle =
          new NativeHandle("the image", image, () -> context.pi.memRelease(image));
      return new PiImage(context, this, handle, shape, format);
    }
  }

  private static MemorySegment descriptor(ImageShape shape, Arena arena) {
    MemorySegment descriptor = arena.allocate(DESCRIPTOR_BYTES, Long.BYTES);
    boolean rows = shape.kind() == ImageShape.Kind.ARRAY_1D;
    boolean layers = shape.kind() == ImageShape.Kind.ARRAY_2D;
    descriptor.set(ValueLayout.JAVA_INT, 0, PixelCodes.of(shape.kind()));
    descriptor.set(ValueLayout.JAVA_LONG, 8, shape.width());
    descriptor.set(ValueLayout.JAVA_LONG, 16, rows ? 0 : shape.height());
    descriptor.set(ValueLayout.JAVA_LONG, 24, layers ? 0 : shape.depth());
    descriptor.set(ValueLayout.JAVA_LONG, 32, rows ? shape.height() : layers ? shape.depth() : 0);
    return descriptor;
  }

  @Override
  public Sampler sampler(Sampler.Addressing addressing, Sampler.Filter filter, boolean normalized) {
    boolean repeats =
        addressing == Sampler.Addressing.REPEAT || addressing == Sampler.Addressing.MIRRORED_REPEAT;
    if (repeats && !normalized) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, addressing + " needs coordinates that are normalized")
          .during("make sampler")
          .remedy("Make it normalized, or use another addressing")
          .build();
    }
    long[] properties = {
      SAMPLER_NORMALIZED,
      normalized ? 1 : 0,
      SAMPLER_ADDRESSING,
      PixelCodes.of(addressing),
      SAMPLER_FILTER,
      PixelCodes.of(filter),
      0
    };
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment list = arena.allocateFrom(ValueLayout.JAVA_LONG, properties);
      long sampler =
          context.make(
              "make sampler",
              addressing + " " + filter,
              out -> context.pi.samplerCreate(context.handle, list.address(), out));
      NativeHandle handle =
          new NativeHandle("the sampler", sampler, () -> context.pi.samplerRelease(sampler));
      return new PiSampler(context, handle, addressing, filter, normalized);
    }
  }

  /** Writes all pixels and waits. */
  void write(PiImage image, MemorySegment pixels) {
    memory.await(image, write(memory.transfers(), image, image.shape().all(), pixels));
  }

  /** Reads all pixels and waits. */
  void read(PiImage image, MemorySegment pixels) {
    memory.await(image, read(memory.transfers(), image, image.shape().all(), pixels));
  }

  /** A command on an image, which is held for the time of the call. */
  @FunctionalInterface
  private interface OnImage {
    int enqueue(long mem, long origin, long region, long queue, int count, long events, long event);
  }

  private PiRun command(
      String operation,
      Queue queue,
      PiImage image,
      PixelBox box,
      HostSide host,
      Run[] after,
      OnImage command) {
    return context
        .own(PiQueue.class, queue, operation)
        .command(
            operation + " of " + image,
            host,
            after,
            (handle, count, events, event) -> {
              long mem = image.handle().begin(operation);
              try (Slab.Frame frame = Slab.frame()) {
                return command.enqueue(
                    mem,
                    Boxes.origin(frame, box),
                    Boxes.region(frame, box),
                    handle,
                    count,
                    events,
                    event);
              } finally {
                image.handle().end();
              }
            });
  }

  @Override
  public Run read(
      Queue queue, ImageObject source, PixelBox from, MemorySegment target, Run... after) {
    PiImage image = context.own(PiImage.class, source, "read image");
    image.check("read image", from, target);
    HostSide host = HostSide.target(context, target);
    return command(
        "read",
        queue,
        image,
        from,
        host,
        after,
        (mem, origin, region, handle, count, events, event) ->
            context.pi.enqueueMemImageRead(
                handle, mem, 0, origin, region, 0, 0, host.address(), count, events, event));
  }

  @Override
  public Run write(
      Queue queue, ImageObject target, PixelBox to, MemorySegment source, Run... after) {
    PiImage image = context.own(PiImage.class, target, "write image");
    image.check("write image", to, source);
    HostSide host = HostSide.source(context, source);
    return command(
        "write",
        queue,
        image,
        to,
        host,
        after,
        (mem, origin, region, handle, count, events, event) ->
            context.pi.enqueueMemImageWrite(
                handle, mem, 0, origin, region, 0, 0, host.address(), count, events, event));
  }

  @Override
  public Run copy(
      Queue queue,
      ImageObject source,
      PixelBox from,
      ImageObject target,
      PixelBox to,
      Run... after) {
    PiImage image = context.own(PiImage.class, source, "copy image");
    PiImage other = context.own(PiImage.class, target, "copy image");
    image.check("copy image", from);
    other.check("copy image", to);
    if (!image.format().equals(other.format())) {
      throw refused("%s and %s have different pixels".formatted(image, other));
    }
    if (!from.sameSize(to)) {
      throw refused("%s do not fit %s".formatted(from, to));
    }
    if (image == other && from.overlaps(to)) {
      throw refused("%s and %s of one image overlap".formatted(from, to));
    }
    NativeHandle held = other.handle();
    long onto = held.begin("copy image");
    try (Slab.Frame outer = Slab.frame()) {
      long origin = Boxes.origin(outer, to);
      return command(
          "copy",
          queue,
          image,
          from,
          HostSide.NONE,
          after,
          (mem, start, region, handle, count, events, event) ->
              context.pi.enqueueMemImageCopy(
                  handle, mem, onto, start, origin, region, count, events, event));
    } finally {
      held.end();
    }
  }

  private static BackplaneException refused(String problem) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("copy image")
        .remedy("Copy between boxes of one size, in images of one format")
        .build();
  }

  @Override
  public ImageMapping map(
      Queue queue,
      ImageObject image,
      PixelBox box,
      Mapping.Access access,
      Duration timeout,
      Run... after) {
    PiImage own = context.own(PiImage.class, image, "map image");
    PiQueue on = context.own(PiQueue.class, queue, "map image");
    own.check("map image", box);
    var _ = own.handle().begin("map image");
    boolean mapped = false;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment where = arena.allocate(ValueLayout.JAVA_LONG, 3);
      var _ = on.handle().begin("map image");
      try {
        PiRun run =
            command(
                "map",
                queue,
                own,
                box,
                HostSide.NONE,
                after,
                (mem, origin, region, handle, count, events, event) ->
                    context.pi.enqueueMemImageMap(
                        handle,
                        mem,
                        0,
                        PiMapping.flags(access),
                        origin,
                        region,
                        where.address() + Long.BYTES,
                        where.address() + 2L * Long.BYTES,
                        count,
                        events,
                        event,
                        where.address()));
        if (run.hasFailed()) {
          var _ = run.await(timeout);
        }
        long row = where.getAtIndex(ValueLayout.JAVA_LONG, 1);
        long slice = where.getAtIndex(ValueLayout.JAVA_LONG, 2);
        long apart = own.shape().kind() == ImageShape.Kind.ARRAY_1D ? slice : row;
        long bytes =
            (box.depth() - 1) * slice
                + (box.height() - 1) * apart
                + box.width() * own.format().bytes();
        MemorySegment seen =
            PiMapping.at(context, where.getAtIndex(ValueLayout.JAVA_LONG, 0), bytes, "map image");
        PiImageMapping mapping = new PiImageMapping(on, own, seen, access, row, slice);
        mapped = true;
        boolean there = false;
        try {
          var _ = run.await(timeout);
          there = true;
        } finally {
          if (!there) {
            mapping.close();
          }
        }
        return mapping;
      } finally {
        if (!mapped) {
          on.handle().end();
        }
      }
    } finally {
      if (!mapped) {
        own.handle().end();
      }
    }
  }
}
