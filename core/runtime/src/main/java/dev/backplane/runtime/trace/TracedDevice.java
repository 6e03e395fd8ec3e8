package dev.backplane.runtime.trace;

import dev.backplane.api.Device;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.Facet;
import dev.backplane.api.Image;
import dev.backplane.api.Program;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A device whose calls are traced, and those of its facets. */
final class TracedDevice extends Traced implements Device {
  private final Device target;

  TracedDevice(Listeners listeners, Device target) {
    super(listeners, target.id());
    this.target = target;
  }

  @Override
  Object unwrapped() {
    return target;
  }

  @Override
  public String id() {
    return tell("id", target::id);
  }

  @Override
  public DeviceProperties properties() {
    return tell("properties", target::properties);
  }

  @Override
  public List<Class<? extends Facet>> facets() {
    return tell("facets", target::facets);
  }

  @Override
  public <F extends Facet> F facet(Class<F> type) {
    F facet = tell("facet", () -> target.facet(type), type);
    return type.cast(TracedFacets.of(this, type, facet));
  }

  /** {@return the driver's own object, whose calls are not traced} */
  @Override
  public <E> Optional<E> extension(Class<E> type) {
    return tell("extension", () -> target.extension(type), type);
  }

  @Override
  public Program load(Image image) {
    return new TracedProgram(this, tell("load", () -> target.load(image), image));
  }

  @Override
  public void close() {
    var call = begin("Device", "close");
    try {
      target.close();
      call.answered(null);
    } catch (RuntimeException | Error thrown) {
      call.threw(thrown);
      throw thrown;
    }
  }

  private <T> T tell(String method, Supplier<T> work, Object... arguments) {
    var call = begin("Device", method, arguments);
    try {
      T answer = work.get();
      call.answered(answer);
      return answer;
    } catch (RuntimeException | Error thrown) {
      call.threw(thrown);
      throw thrown;
    }
  }
}
