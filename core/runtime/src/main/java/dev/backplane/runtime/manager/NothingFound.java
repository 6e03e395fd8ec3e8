package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.spi.Resource;
import dev.backplane.runtime.ConfigurationSource;
import dev.backplane.runtime.PluginState;
import dev.backplane.runtime.Selection;
import dev.backplane.runtime.configuration.LoadPolicy.When;
import dev.backplane.runtime.selector.DeviceSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A maker of the error for a search that found nothing: what there is, and what each plugin says.
 */
final class NothingFound {
  private final List<PluginInstance> inOrder;
  private final Search search;
  private final SelectorSearch selectors;
  private final NoDeviceReasons whyNothing;
  private final ConfigurationSource source;
  private final String allowed;

  NothingFound(
      List<PluginInstance> inOrder,
      Search search,
      SelectorSearch selectors,
      NoDeviceReasons whyNothing,
      ConfigurationSource source,
      String allowed) {
    this.inOrder = inOrder;
    this.search = search;
    this.selectors = selectors;
    this.whyNothing = whyNothing;
    this.source = source;
    this.allowed = allowed;
  }

  /** {@return the error for a selector that chose nothing} */
  BackplaneException of(DeviceSelector selector, Selection selection) {
    List<String> failures =
        Stream.concat(
                selection.problems().stream().map(Throwable::getMessage),
                inOrder.stream().flatMap(instance -> instance.whyDown().stream()))
            .distinct()
            .toList();
    String reasons = inOrder.stream().map(whyNothing::of).collect(Collectors.joining());
    return BackplaneException.because(
            ErrorCode.NO_SUCH_DEVICE,
            String.join("; ", selection.notes())
                + (failures.isEmpty() ? "" : "; plugins failed: " + String.join("; ", failures))
                + reasons)
        .during("find")
        .on("'" + selector.text() + "'")
        .remedy(
            quarantineRemedy()
                .orElse("'backplane list' shows the devices there are and how to select each"))
        .build();
  }

  /** {@return the error for filters that nothing matches} */
  BackplaneException of(List<Filter> filters) {
    StringBuilder text = new StringBuilder("nothing matches ").append(filters);
    selectors
        .narrowing()
        .ifPresent(selector -> text.append(" within the selector ").append(selector));
    List<String> others = new ArrayList<>();
    Set<String> unknown = new TreeSet<>();
    filters.forEach(filter -> unknown.addAll(filter.properties()));
    for (Search.Answer answer : search.search(reachable(), List.of())) {
      for (Resource resource : answer.found().resources()) {
        others.add(ManagedToken.id(answer.instance(), resource) + ' ' + resource.properties());
        unknown.removeIf(resource.properties()::has);
      }
    }
    text.append("; there ").append(others.isEmpty() ? "is no device at all" : "are " + others);
    text.append(unknown.isEmpty() ? "" : "; none has the properties " + unknown);
    text.append(allowed.isEmpty() ? "" : "; other devices are hidden by " + allowed);
    text.append("; plugins: ");
    text.append(
        inOrder.isEmpty()
            ? "none"
            : String.join(", ", inOrder.stream().map(this::describe).toList()));
    text.append("; configuration: ").append(source.place());
    return BackplaneException.because(ErrorCode.NO_SUCH_DEVICE, text.toString())
        .during("find")
        .remedy(
            quarantineRemedy()
                .orElse("Loosen the filter, or configure a plugin that has such a device"))
        .build();
  }

  private String describe(PluginInstance instance) {
    return instance.whyDown().orElse(instance.toString()) + whyNothing.of(instance);
  }

  /** {@return the error for an id that names no instance} */
  BackplaneException ofId(String id) {
    return BackplaneException.because(
            ErrorCode.NO_SUCH_DEVICE,
            (id.indexOf('/') < 0
                    ? "an id is written instance/key; "
                    : "there is no such instance; ")
                + "instances: "
                + inOrder)
        .during("find")
        .on(id)
        .remedy("'backplane list' shows the ids there are")
        .build();
  }

  /** {@return the error for an id that its instance does not have} */
  BackplaneException ofId(String id, PluginInstance instance, SearchResult found) {
    return BackplaneException.because(
            ErrorCode.NO_SUCH_DEVICE,
            "it is not there now; "
                + instance.name()
                + " has "
                + ids(instance, found)
                + whyNothing.of(instance))
        .during("find")
        .on(id)
        .by(instance.name())
        .remedy("Check that the device is connected, or use another id")
        .build();
  }

  private static List<String> ids(PluginInstance instance, SearchResult found) {
    return found.resources().stream().map(resource -> ManagedToken.id(instance, resource)).toList();
  }

  /** The first advice about a device that is missing: get back what was set aside. */
  private Optional<String> quarantineRemedy() {
    return inOrder.stream()
        .filter(instance -> instance.state() == PluginState.QUARANTINED)
        .findFirst()
        .map(PluginInstance::remedy);
  }

  /** The instances that any search may ask, loaded or not, if the selector leaves them. */
  List<PluginInstance> reachable() {
    return inOrder.stream()
        .filter(instance -> !instance.isLeftOut())
        .filter(
            instance -> instance.binding().isPresent() || instance.loadPolicy().when() == When.LAZY)
        .toList();
  }
}
