package dev.backplane.opae.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Token;
import dev.backplane.opae.abi.OpaePlugin;
import dev.backplane.opae.door.facets.FacetTable;
import dev.backplane.opae.door.facets.NumberTable;
import dev.backplane.runtime.Backplane;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The state of the library: the plugins, and the objects that the program holds. The first call
 * that searches initialises it, unless the program chooses when to do so. After it was finalised,
 * only the program initialises it again. Safe for use by several threads.
 */
final class OpaeLibrary {
  private enum State {
    NEW,
    OPEN,
    FINALIZED
  }

  private final NumberTable<ServedToken> tokens = new NumberTable<>(1);
  private final NumberTable<ServedHandle> handles = new NumberTable<>(2);
  private final NumberTable<ServedObject> objects = new NumberTable<>(3);
  private final NumberTable<ServedEvent> events = new NumberTable<>(4);
  private final NumberTable<List<ServedHandle>> retired = new NumberTable<>(5);

  /** By id, as they were found last: looking for a parent asks its plugin for all it has. */
  private final Map<String, ServedToken> found = new ConcurrentHashMap<>();

  private volatile List<ServedToken> lastFound = List.of();

  private final Map<String, Optional<OpaePlugin>> plugins = new ConcurrentHashMap<>();
  private final Bridge bridge;
  private final boolean isExplicit = System.getenv("OPAE_EXPLICIT_INITIALIZE") != null;
  private volatile State state = State.NEW;
  private volatile @Nullable Backplane backplane;
  private volatile FacetTable facets;

  OpaeLibrary(Bridge bridge) {
    this.bridge = bridge;
    facets = newFacets();
  }

  private FacetTable newFacets() {
    return new FacetTable(bridge);
  }

  NumberTable<ServedToken> tokens() {
    return tokens;
  }

  NumberTable<ServedHandle> handles() {
    return handles;
  }

  NumberTable<ServedObject> objects() {
    return objects;
  }

  NumberTable<ServedEvent> events() {
    return events;
  }

  /**
   * Handles that are being closed: nobody finds them any more, and their devices are open still.
   */
  NumberTable<List<ServedHandle>> retired() {
    return retired;
  }

  /** {@return the plugins; null if the program has not said yet that it wants them} */
  @Nullable Backplane backplane() {
    if (state == State.NEW && !isExplicit) {
      initialize("");
    }
    return backplane;
  }

  /**
   * Opens the plugins unless that was done.
   *
   * @param file a configuration; empty to look for one
   */
  synchronized void initialize(String file) {
    if (state != State.OPEN) {
      backplane = file.isEmpty() ? Configurations.find() : Configurations.read(Path.of(file));
      state = State.OPEN;
    }
  }

  /** Takes all numbers back, so that nothing is found any more. */
  synchronized void retireAll() {
    handles.numbers().forEach(this::retire);
    tokens.numbers().forEach(tokens::remove);
    objects.numbers().forEach(objects::remove);
    events.numbers().forEach(events::remove);
  }

  /**
   * Takes the number of a handle back, and those of its children.
   *
   * @return the number under which they are closed; 0 if there is no such handle
   */
  long retire(long number) {
    ServedHandle handle = handles.remove(number);
    if (handle == null) {
      return 0;
    }
    List<ServedHandle> all = new ArrayList<>();
    all.add(handle);
    for (long each : handle.children()) {
      ServedHandle child = handles.remove(each);
      if (child != null) {
        all.add(child);
      }
    }
    return retired.add(all);
  }

  /** Closes devices whose numbers were taken back. */
  synchronized void closeRetired() {
    for (long number : retired.numbers()) {
      List<ServedHandle> all = retired.remove(number);
      if (all != null) {
        all.forEach(ServedHandle::close);
      }
    }
  }

  /** Closes devices and plugins; does nothing if that was done. */
  synchronized void finish() {
    closeRetired();
    Backplane open = backplane;
    backplane = null;
    state = State.FINALIZED;
    plugins.clear();
    found.clear();
    lastFound = List.of();
    facets.close();
    facets = newFacets();
    if (open != null) {
      open.close();
    }
  }

  /**
   * {@return what serves resources that were found, each with a reference}
   *
   * @param tokens in the order of the search
   */
  List<ServedToken> serve(List<Token> tokens) {
    // Mostly a search finds what the one before has found, in the same order.
    List<ServedToken> before = lastFound;
    List<ServedToken> now = new ArrayList<>(tokens.size());
    boolean isSame = before.size() == tokens.size();
    for (int i = 0; i < tokens.size(); i++) {
      ServedToken last = i < before.size() ? before.get(i) : null;
      if (last == null || !last.isOf(tokens.get(i))) {
        last = known(tokens.get(i));
        isSame = false;
      }
      now.add(last);
    }
    if (!isSame) {
      lastFound = List.copyOf(now);
    }
    now.replaceAll(ServedToken::another);
    return now;
  }

  /** {@return what serves a resource that was found, with a reference} */
  ServedToken serve(Token token) {
    return known(token).another();
  }

  private ServedToken known(Token token) {
    ServedToken last = found.get(token.id());
    // As long as the plugin says the same of it, it is the same, and served as before.
    if (last != null && last.isOf(token)) {
      return last;
    }
    ServedToken now = newlyServed(token);
    found.put(token.id(), now);
    return now;
  }

  private ServedToken newlyServed(Token token) {
    Optional<OpaePlugin> plugin = plugins.computeIfAbsent(token.plugin(), this::plugin);
    if (plugin.isPresent()) {
      String key = token.id().substring(token.plugin().length() + 1);
      return new ServedToken(token, plugin.get().functions(), plugin.get().token(key));
    }
    FacetTable table = facets;
    return new ServedToken(token, table, table.token(token));
  }

  private Optional<OpaePlugin> plugin(String instance) {
    Backplane open = backplane;
    return open == null ? Optional.empty() : open.plugin(instance).extension(OpaePlugin.class);
  }

  /** {@return what serves the device that a resource is a part of, with a reference} */
  Optional<ServedToken> parent(Token token) {
    Backplane open = backplane;
    return open == null
        ? Optional.empty()
        : token.properties().parent().map(key -> served(open, token.plugin() + "/" + key));
  }

  private ServedToken served(Backplane open, String id) {
    ServedToken last = found.get(id);
    return last == null ? serve(open.token(id)) : last.another();
  }

  ServedToken token(long number) {
    return held(tokens.get(number), "token", number);
  }

  ServedHandle handle(long number) {
    return held(handles.get(number), "handle", number);
  }

  ServedObject object(long number) {
    return held(objects.get(number), "object", number);
  }

  ServedEvent event(long number) {
    return held(events.get(number), "event handle", number);
  }

  static <T> T held(@Nullable T thing, String kind, long number) {
    if (thing == null) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              number == 0
                  ? "the %s is null".formatted(kind)
                  : "0x%x is no %s, or one that was closed or destroyed".formatted(number, kind))
          .remedy("Pass what the library gave, once, and not after it was given back")
          .build();
    }
    return thing;
  }

  /** Lets go of what an object's functions hold. */
  static int destroy(ServedObject object) {
    return Places.with(object.inner(), place -> object.functions().destroyObject(place));
  }
}
