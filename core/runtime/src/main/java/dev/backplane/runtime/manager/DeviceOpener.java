package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.BusAddress;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.OpenMode;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.driverkit.CallsInFlight;
import dev.backplane.plugin.Thrown;
import dev.backplane.runtime.configuration.FacetNames;
import dev.backplane.runtime.device.DriverSide;
import dev.backplane.runtime.device.ErrorMeter;
import dev.backplane.runtime.device.OpenDevice;
import dev.backplane.runtime.meter.Meters;
import dev.backplane.runtime.trace.Tracer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Opens and closes devices, and knows which are open. Safe for use by several threads. */
final class DeviceOpener {
  private final Map<String, PluginInstance> instances;
  private final Search search;
  private final InstanceLoader loader;
  private final PluginThreads threads;
  private final Tracer tracer;
  private final @Nullable Meters meters;
  private final CallsInFlight calls;
  private final HeldResources held = new HeldResources();

  /** The open devices in the order of opening; guarded by itself. */
  private final List<OpenDevice> open = new ArrayList<>();

  /** Guarded by {@link #open}. */
  private boolean closed;

  DeviceOpener(
      Map<String, PluginInstance> instances,
      Search search,
      InstanceLoader loader,
      PluginThreads threads,
      Tracer tracer,
      @Nullable Meters meters,
      CallsInFlight calls) {
    this.calls = calls;
    this.loader = loader;
    this.instances = instances;
    this.search = search;
    this.threads = threads;
    this.tracer = tracer;
    this.meters = meters;
  }

  Device open(PluginInstance instance, Resource resource, OpenMode mode) {
    try (CallsInFlight.Call _ = calls.begin("open")) {
      return openNow(instance, resource, mode);
    }
  }

  private Device openNow(PluginInstance instance, Resource resource, OpenMode mode) {
    String id = ManagedToken.id(instance, resource);
    ErrorMeter errors = errors(id, instance);
    try {
      return openNow(instance, resource, mode, id, errors);
    } catch (BackplaneException e) {
      errors.told(e.code());
      throw e;
    }
  }

  /** Counts under the name of the driver, of which a site may have several instances. */
  private ErrorMeter errors(String id, PluginInstance instance) {
    return new ErrorMeter(
        id, instance.name(), meters == null ? null : meters.of(id, instance.moduleName()));
  }

  private Device openNow(
      PluginInstance instance, Resource resource, OpenMode mode, String id, ErrorMeter errors) {
    List<DriverSide> opened = new ArrayList<>();
    boolean complete = false;
    try {
      opened.add(openSide(instance, resource, mode, ownFacets(instance)));
      for (Map.Entry<String, List<Class<? extends Facet>>> server : servers(instance).entrySet()) {
        PluginInstance other = instances.get(server.getKey());
        if (other != null) {
          Resource peer = peer(id, other, resource, server.getValue());
          opened.add(openSide(other, peer, mode, server.getValue()));
        }
      }
      OpenDevice device =
          new OpenDevice(id, resource.properties(), instance.api(), opened, errors, this::close);
      Device handle = tracer.device(device.handle());
      synchronized (open) {
        if (closed) {
          throw BackplaneException.because(ErrorCode.CLOSED, "Backplane was closed")
              .during("open")
              .on(id)
              .remedy("Open it again and look for the device anew")
              .build();
        }
        open.add(device);
      }
      complete = true;
      return handle;
    } finally {
      if (!complete) {
        opened.reversed().forEach(this::undo);
      }
    }
  }

  private DriverSide openSide(
      PluginInstance instance,
      Resource resource,
      OpenMode mode,
      List<Class<? extends Facet>> types) {
    String id = ManagedToken.id(instance, resource);
    Binding binding = loader.hold(instance, "open", id);
    PluginCall call = PluginCall.ofDevice(instance, "open", id, ErrorCode.OPEN_FAILED);
    HeldResources.Hold hold;
    try {
      hold = held.take(id, mode);
    } catch (BackplaneException e) {
      binding.users().release();
      throw e;
    }
    Runnable giveBack =
        () -> {
          if (hold.giveBack()) {
            binding.users().release();
          }
        };
    try {
      return threads.call(
          call,
          PluginThreads.Work.within(
              binding.classLoader(),
              () -> openDriver(call, binding, resource, mode, types, hold, giveBack)),
          DeviceOpener::closeLate);
    } catch (BackplaneException e) {
      // A plugin that hangs, or that nobody waited for because of an interrupt, may still get hold
      // of the device: it stays taken until the plugin answers.
      hold.hangs(e);
      instance.note(e);
      if (threads.isClosed()) {
        giveBack.run();
      }
      throw e;
    }
  }

  private static DriverSide openDriver(
      PluginCall call,
      Binding binding,
      Resource resource,
      OpenMode mode,
      List<Class<? extends Facet>> types,
      HeldResources.Hold hold,
      Runnable giveBack) {
    DriverDevice device = null;
    try {
      device = nullable(binding.adapter().opener().open(resource.key(), mode));
      if (device == null) {
        throw call.nonsense("the plugin answered null");
      }
      Map<Class<? extends Facet>, Facet> facets = new LinkedHashMap<>();
      DriverDevice opened = device;
      for (Class<? extends Facet> type : types) {
        facetOf(call, opened, type).ifPresent(facet -> facets.put(type, facet));
      }
      return new DriverSide(
          call.instance(),
          call.subject(),
          device,
          facets,
          binding.classLoader(),
          () -> {
            try {
              opened.close();
            } finally {
              giveBack.run();
            }
          },
          hold::hangs);
    } catch (Throwable e) {
      try {
        if (device != null) {
          device.close();
        }
      } finally {
        giveBack.run();
      }
      throw e;
    }
  }

  private static Optional<? extends Facet> facetOf(
      PluginCall call, DriverDevice device, Class<? extends Facet> type) {
    Optional<? extends Facet> facet = nullable(device.facet(type));
    if (facet == null || (facet.isPresent() && !type.isInstance(facet.get()))) {
      throw call.nonsense("the plugin answered " + facet + " for facet " + FacetNames.of(type));
    }
    return facet;
  }

  /** A driver need not be of a null-marked world. */
  private static <T> @Nullable T nullable(T answer) {
    return answer;
  }

  private static List<Class<? extends Facet>> ownFacets(PluginInstance instance) {
    List<Class<? extends Facet>> own = new ArrayList<>();
    for (Class<? extends Facet> type : FacetNames.ALL) {
      String name = FacetNames.of(type);
      if (!instance.api().disable().contains(name)
          && !instance.api().servedBy().containsKey(name)) {
        own.add(type);
      }
    }
    return own;
  }

  private static Map<String, List<Class<? extends Facet>>> servers(PluginInstance instance) {
    Map<String, List<Class<? extends Facet>>> servers = new TreeMap<>();
    for (Class<? extends Facet> type : FacetNames.ALL) {
      String server = instance.api().servedBy().get(FacetNames.of(type));
      if (server != null) {
        servers.computeIfAbsent(server, name -> new ArrayList<>()).add(type);
      }
    }
    return servers;
  }

  /** The resource of another instance that is the same thing: of the same key or bus address. */
  private Resource peer(
      String id, PluginInstance other, Resource resource, List<Class<? extends Facet>> types) {
    List<Resource> there =
        search.search(List.of(other), List.of()).stream()
            .flatMap(answer -> answer.found().resources().stream())
            .toList();
    other.require("open", id);
    return there.stream()
        .filter(candidate -> candidate.key().equals(resource.key()))
        .findFirst()
        .or(() -> there.stream().filter(candidate -> isSamePlace(candidate, resource)).findFirst())
        .orElseThrow(
            () ->
                BackplaneException.because(
                        ErrorCode.NO_SUCH_DEVICE,
                        "api_policy.served_by says that "
                            + types.stream().map(FacetNames::of).toList()
                            + " of it is served by "
                            + other.name()
                            + ", which has neither key '"
                            + resource.key()
                            + "' nor the same bus address; it has "
                            + there.stream().map(Resource::key).toList())
                    .during("open")
                    .on(id)
                    .by(other.name())
                    .remedy("Correct served_by, or the configuration of " + other.name())
                    .build());
  }

  private static boolean isSamePlace(Resource one, Resource other) {
    DeviceProperties a = one.properties();
    DeviceProperties b = other.properties();
    Optional<BusAddress> address = a.busAddress();
    return address.isPresent() && address.equals(b.busAddress()) && a.host().equals(b.host());
  }

  private void close(OpenDevice device) {
    try {
      DeviceCloser.close(threads, instances, device);
    } finally {
      synchronized (open) {
        open.remove(device);
        open.notifyAll();
      }
    }
  }

  private void undo(DriverSide side) {
    PluginInstance instance = java.util.Objects.requireNonNull(instances.get(side.instance()));
    try {
      threads.finish(
          PluginCall.ofDevice(instance, "close", side.id(), ErrorCode.PLUGIN_FAILED),
          PluginThreads.Work.within(
              side.loader(),
              () -> {
                side.closing().run();
                return true;
              }));
    } catch (BackplaneException e) {
      // The failure that made opening fail is the one to be thrown.
      side.hangs().accept(e);
      instance.note(e);
    }
  }

  private static void closeLate(DriverSide side) {
    try {
      side.closing().run();
    } catch (Exception e) {
      System.getLogger(DeviceOpener.class.getName())
          .log(
              System.Logger.Level.WARNING, "closing what was opened too late", Thrown.printable(e));
    }
  }

  List<String> openDevices(String instance) {
    synchronized (open) {
      return open.stream()
          .filter(device -> device.instance().equals(instance))
          .map(OpenDevice::id)
          .toList();
    }
  }

  /**
   * Closes all devices, last opened first, opens no more, and gives what went wrong. Waits for
   * devices that their holders are closing: their plugins are not to be finalised before.
   *
   * @param patience how long to wait for those
   */
  List<BackplaneException> closeAll(Duration patience) {
    List<OpenDevice> all;
    synchronized (open) {
      closed = true;
      all = List.copyOf(open).reversed();
    }
    List<BackplaneException> errors = new ArrayList<>();
    for (OpenDevice device : all) {
      try {
        device.close();
      } catch (BackplaneException e) {
        // Its holder was faster: that is where the errors of closing it go.
        if (e.code() != ErrorCode.CLOSED) {
          errors.add(e);
        }
      }
    }
    awaitHolders(patience);
    return errors;
  }

  private void awaitHolders(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    synchronized (open) {
      while (!open.isEmpty()) {
        long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (millis <= 0) {
          return;
        }
        try {
          open.wait(millis);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }
}
