package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.Resource;
import dev.backplane.plugin.limit.ContextLoader;
import dev.backplane.plugin.limit.TimedCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One instance that is to be asked for resources. Asking runs plugin code, so it is done on a
 * thread of {@link PluginThreads}.
 *
 * @param instance the instance
 * @param binding what it is bound to; the query is among its users
 * @param reasons what the search is after: an instance that has no such thing is not asked
 */
record InstanceQuery(PluginInstance instance, Binding binding, List<Filter> reasons) {
  PluginCall call() {
    return PluginCall.of(instance, "enumerate", ErrorCode.ENUMERATE_FAILED);
  }

  /** Asks, and turns all that can go wrong into a coded error. */
  SearchResult ask(List<Filter> filters) {
    try (ContextLoader _ = new ContextLoader(binding.classLoader())) {
      Adapter adapter = binding.adapter();
      if (!isSupported(adapter, reasons)) {
        return SearchResult.NOTHING;
      }
      return matching(adapter.enumerator().enumerate(filters), filters);
    } catch (Throwable e) {
      return SearchResult.failed(call().failed(e));
    }
  }

  /** The first-level query of OPAE's plugin architecture: by device type and host, per filter. */
  static boolean isSupported(Adapter adapter, List<Filter> filters) {
    if (filters.isEmpty()) {
      return true;
    }
    for (Filter filter : filters) {
      DeviceType type = filter.deviceType();
      if ((type == null || adapter.supportsDevice(type)) && adapter.supportsHost(filter.host())) {
        return true;
      }
    }
    return false;
  }

  // The driver is not of a null-marked world: what it gives may be anything.
  @SuppressWarnings("ConstantConditions")
  private SearchResult matching(List<Resource> answer, List<Filter> filters) {
    if (answer == null) {
      return SearchResult.failed(call().nonsense("the plugin answered null"));
    }
    List<Resource> matching = new ArrayList<>(answer.size());
    Set<String> keys = HashSet.newHashSet(answer.size());
    for (Resource resource : answer) {
      if (resource == null) {
        return SearchResult.failed(call().nonsense("the plugin's answer contains null"));
      }
      if (!keys.add(resource.key())) {
        return SearchResult.failed(
            call().nonsense("the plugin gave the key '" + resource.key() + "' twice"));
      }
      if (Filter.anyMatches(filters, resource.properties())) {
        matching.add(resource);
      }
    }
    return new SearchResult(matching, null);
  }

  BackplaneException hung(TimedCall timed) {
    return call().hung(timed);
  }
}
