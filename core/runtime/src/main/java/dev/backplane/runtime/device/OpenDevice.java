package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.runtime.configuration.ApiPolicy;
import dev.backplane.runtime.configuration.FacetNames;
import dev.backplane.runtime.meter.DeviceMeters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A device that was opened, with all that was made from it: the mapping of device and plugin. The
 * plugin manager keeps it until it is closed; its holder has a {@link ManagedDevice}. Safe for use
 * by several threads.
 */
public final class OpenDevice {

  /** From so many open things on, the program is told that it may have forgotten to close some. */
  private static final int MANY = 1 << 14;

  private final String id;
  private final DeviceProperties properties;
  private final ApiPolicy policy;
  private final List<DriverSide> sides;
  private final Origin origin;
  private final Consumer<OpenDevice> closing;
  private final Map<Class<? extends Facet>, Facet> facets;
  private final Forms forms;
  private final Runs runs = new Runs();
  private final OpenPrograms programs = new OpenPrograms();
  private final OwnedList owned = new OwnedList();

  /**
   * A device that has just been opened.
   *
   * @param id its identity
   * @param properties what is known of it
   * @param policy which facets are switched off or served by others
   * @param sides what plugins opened for it: its own first
   * @param errors counts its errors, with the meters that it is opened with if it has any
   * @param closing is called once by the holder's close; runs the steps of {@link #tearDown} under
   *     deadlines
   */
  public OpenDevice(
      String id,
      DeviceProperties properties,
      ApiPolicy policy,
      List<DriverSide> sides,
      ErrorMeter errors,
      Consumer<OpenDevice> closing) {
    this.id = id;
    this.properties = properties;
    this.policy = policy;
    this.sides = List.copyOf(sides);
    this.closing = closing;
    origin = new Origin(id, sides.getFirst().instance(), new Lifetime(id), errors);
    DeviceMeters meters = errors.meters();
    forms = meters == null ? new Forms() : new MeteredForms(meters);
    facets = wrapAll();
  }

  private Map<Class<? extends Facet>, Facet> wrapAll() {
    Map<Class<? extends Facet>, Facet> wrapped = new LinkedHashMap<>();
    for (Class<? extends Facet> type : FacetNames.ALL) {
      for (DriverSide side : sides) {
        Facet target = side.facets().get(type);
        if (target != null) {
          Origin from = new Origin(id, side.instance(), origin.lifetime(), origin.errors());
          wrapped.put(type, forms.facet(this, from, type, target));
        }
      }
    }
    return wrapped;
  }

  /** {@return the holder's handle} */
  public Device handle() {
    return new ManagedDevice(this);
  }

  /** {@return the identity} */
  public String id() {
    return id;
  }

  /** {@return the instance that the device is of} */
  public String instance() {
    return origin.instance();
  }

  /**
   * {@return the context class loader for calls of an instance that serves it}
   *
   * @param instance the name of the instance
   */
  public ClassLoader classLoader(String instance) {
    return sides.stream()
        .filter(side -> side.instance().equals(instance))
        .findFirst()
        .orElseThrow()
        .loader();
  }

  DeviceProperties properties() {
    return properties;
  }

  Origin origin() {
    return origin;
  }

  /** {@return the forms of what is made from it} */
  Forms forms() {
    return forms;
  }

  Runs runs() {
    return runs;
  }

  OpenPrograms programs() {
    return programs;
  }

  List<Class<? extends Facet>> facetTypes() {
    return List.copyOf(facets.keySet());
  }

  Facet facet(Class<? extends Facet> type) {
    Facet facet = facets.get(type);
    if (facet == null) {
      boolean off = policy.disable().contains(FacetNames.of(type));
      throw origin
          .error(
              ErrorCode.NOT_SUPPORTED,
              "the device has no "
                  + FacetNames.of(type)
                  + (off ? ", because api_policy.disable switches it off" : "")
                  + "; it has "
                  + facets.keySet().stream().map(FacetNames::of).toList())
          .during("facet")
          .remedy(off ? "Change the configuration of the instance" : "Use a device that has it")
          .build();
    }
    return facet;
  }

  <E> Optional<E> extension(Class<E> type) {
    for (DriverSide side : sides) {
      Optional<E> found = origin.ask("extension", () -> side.device().extension(type));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Gives something that was just made its place in the order of making. */
  OwnedList.Place place(Owned child) {
    return owned.place(child);
  }

  /** Owns something that a driver made, which its holder closes. */
  <T extends AutoCloseable> OwnedHandle<T> adopt(
      Origin from, String operation, String name, T target) {
    OwnedHandle<T> handle = new OwnedHandle<>(this, from, target, name);
    keep(from, operation, handle);
    return handle;
  }

  /** Owns something from now on; closes it at once if the device was closed meanwhile. */
  void keep(Origin from, String operation, Owned child) {
    reportMany(owned.add(child.place()));
    if (origin.lifetime().isOver()) {
      // Closed meanwhile: whoever of the two takes it out of the map closes it.
      if (disown(child)) {
        from.closeLate(operation, child::closeWithDevice);
      }
      throw origin.lifetime().closed(operation);
    }
  }

  private void reportMany(int count) {
    if (count >= MANY && Integer.bitCount(count) == 1) {
      System.getLogger("dev.backplane.runtime.leak")
          .log(
              System.Logger.Level.WARNING,
              "{0} buffers, calls or other things of device {1} are open; close them after their"
                  + " last use",
              count,
              id);
    }
  }

  /** Owns it no more, and says whether it did. */
  boolean disown(Owned closed) {
    return owned.remove(closed.place());
  }

  /**
   * Closes the device as its holder does; does nothing if that was done.
   *
   * @throws BackplaneException what went wrong
   */
  public void close() {
    if (origin.lifetime().end()) {
      closing.accept(this);
    }
  }

  /** {@return whether it was closed} */
  public boolean isClosed() {
    return origin.lifetime().isOver();
  }

  /**
   * Gives the steps that close all that was made from the device, in order: runs are cancelled and
   * waited for, what was made is closed in reverse order of its making, then what the plugins
   * opened, in reverse order. Each is to be done even if one before it failed. To be asked for
   * once, after the device has been closed for its holder.
   *
   * @param patience how long runs may take to end after they were cancelled, all together, where
   *     closing the device is what ends them; a driver that cannot end them waits for them
   * @return the steps
   */
  public List<TearDown> tearDown(Duration patience) {
    List<TearDown> steps = new ArrayList<>();
    List<Owned> children = owned.latestFirst();
    children.forEach(Owned::end);
    List<ManagedRun> inFlight = runs.close();
    for (ManagedRun run : inFlight) {
      steps.add(new TearDown(run.instance(), run::cancelForClose));
    }
    long end = System.nanoTime() + patience.toNanos();
    steps.add(new TearDown(instance(), () -> runs.awaitStarts(until(end))));
    awaitIdle(steps);
    for (ManagedRun run : inFlight) {
      steps.add(new TearDown(run.instance(), () -> run.awaitEnd(until(end))));
    }
    children.forEach(one -> one.drainStep(() -> until(end)).ifPresent(steps::add));
    steps.add(new TearDown(instance(), () -> awaitLate(inFlight, end)));
    // Again: what began late uses memory too.
    awaitIdle(steps);
    for (Owned one : children) {
      steps.add(
          new TearDown(
              one.instance(),
              () -> {
                if (disown(one)) {
                  one.closeWithDevice();
                }
              }));
    }
    for (DriverSide side : sides.reversed()) {
      steps.add(new TearDown(side.instance(), side.closing()));
    }
    return steps;
  }

  private void awaitIdle(List<TearDown> steps) {
    for (DriverSide side : sides) {
      steps.add(new TearDown(side.instance(), side.device()::awaitIdle));
    }
  }

  /** {@return some of the runs that are not known to have ended, for messages; asks no plugin} */
  public List<String> inFlight() {
    return runs.inFlight();
  }

  /**
   * Says that a call of an instance for the device has not returned: what the instance opened for
   * it is not opened again before it was closed.
   *
   * @param instance the name of the instance
   * @param why what is known of that
   */
  public void hangs(String instance, BackplaneException why) {
    sides.stream()
        .filter(side -> side.instance().equals(instance))
        .forEach(side -> side.hangs().accept(why));
  }

  /** Waits for runs that were being started when the others were looked for. */
  private void awaitLate(List<ManagedRun> known, long end) {
    runs.awaitStarts(until(end));
    for (ManagedRun late : runs.all()) {
      if (!known.contains(late)) {
        late.awaitEnd(until(end));
      }
    }
  }

  private static Duration until(long end) {
    return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
  }
}
