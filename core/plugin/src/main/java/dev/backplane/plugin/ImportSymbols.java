package dev.backplane.plugin;

import dev.backplane.plugin.limit.ContextLoader;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The standard way to fetch symbols: by name out of the plugin's code.
 *
 * <p>A name is relative to a package. {@code Relu} is a class with a public constructor without
 * parameters; {@code Layers.Relu} is such a class nested in {@code Layers}, or else the public
 * static final field {@code Relu} of {@code Layers}. The package of a named module must be exported
 * at least to {@code dev.backplane.plugin}.
 */
public final class ImportSymbols {
  private ImportSymbols() {}

  /**
   * Makes a per-spec function that imports what the spec lists in {@code symbols}.
   *
   * @param type what every symbol must be
   * @param <T> its type
   * @return the function
   */
  public static <T> Function<Plugin<SymbolsSpec>, Stream<T>> listed(Class<T> type) {
    return plugin ->
        importAll(plugin, plugin.packageName(), plugin.spec().symbols(), type).stream();
  }

  /**
   * Makes a per-spec function that imports what the spec lists in {@code symbols}, for receivers
   * without a symbol type of their own. What receiver a symbol is for cannot be seen from outside:
   * a symbol for another one fails when it is loaded.
   *
   * @param <R> the receiver
   * @return the function
   */
  public static <R> Function<Plugin<SymbolsSpec>, Stream<PluginSymbol<R>>> listed() {
    return plugin ->
        ImportSymbols.<R>importAll(plugin, plugin.packageName(), plugin.spec().symbols()).stream();
  }

  /**
   * Imports symbols for a receiver without a symbol type of its own, see {@link #listed()}.
   *
   * @param plugin the plugin that has them
   * @param packageName the package that the names are relative to
   * @param names the names
   * @param <R> the receiver
   * @return the symbols, in the order of the names
   * @throws PluginException naming the symbol and the place where it is listed
   */
  @SuppressWarnings("unchecked") // the receiver's type is erased at run time
  public static <R> List<PluginSymbol<R>> importAll(
      Plugin<?> plugin, String packageName, List<String> names) {
    List<PluginSymbol<R>> symbols = new ArrayList<>(names.size());
    for (PluginSymbol<?> symbol : importAll(plugin, packageName, names, PluginSymbol.class)) {
      symbols.add((PluginSymbol<R>) symbol);
    }
    return List.copyOf(symbols);
  }

  /**
   * Imports symbols.
   *
   * @param plugin the plugin that has them
   * @param packageName the package that the names are relative to, often {@link
   *     Plugin#packageName()} or one below it
   * @param names the names
   * @param type what every symbol must be
   * @param <T> its type
   * @return the symbols, in the order of the names
   * @throws PluginException naming the symbol and the place where it is listed
   */
  public static <T> List<T> importAll(
      Plugin<?> plugin, String packageName, List<String> names, Class<T> type) {
    List<T> symbols = new ArrayList<>(names.size());
    try (ContextLoader _ = new ContextLoader(plugin.classLoader())) {
      for (String name : names) {
        symbols.add(new Name(plugin, packageName, name).resolve(type));
      }
    }
    return List.copyOf(symbols);
  }

  private record Name(Plugin<?> plugin, String packageName, String name) {
    <T> T resolve(Class<T> type) {
      Object symbol;
      try {
        symbol = find();
      } catch (ExceptionInInitializerError e) {
        Throwable cause = e.getCause();
        throw thrown("static initialiser", cause == null ? e : cause);
      } catch (LinkageError e) {
        throw error(
            PluginError.SYMBOL_NOT_LOADABLE,
            "its class does not link: "
                + Thrown.describe(e)
                + "; if that class should come from the host, its package must be shared",
            e);
      } catch (PluginException | VirtualMachineError e) {
        throw e;
      } catch (Error e) {
        throw thrown("static initialiser", e);
      }
      if (!type.isInstance(symbol)) {
        throw error(
            PluginError.SYMBOL_NOT_LOADABLE,
            symbol.getClass().getName() + " is not a " + type.getName(),
            null);
      }
      return type.cast(symbol);
    }

    private Object find() {
      Class<?> found = load(packageName + '.' + name.replace('.', '$'));
      if (found != null) {
        return construct(found);
      }
      int dot = name.lastIndexOf('.');
      Class<?> owner =
          dot < 0 ? null : load(packageName + '.' + name.substring(0, dot).replace('.', '$'));
      if (owner != null) {
        return constant(owner, name.substring(dot + 1));
      }
      throw error(
          PluginError.SYMBOL_NOT_FOUND,
          "package " + packageName + " has no such class; check the name, or rebuild the plugin",
          null);
    }

    private @Nullable Class<?> load(String className) {
      Class<?> found;
      try {
        found = Class.forName(className, false, plugin.classLoader());
      } catch (ClassNotFoundException e) {
        return null;
      }
      Optional<String> foreign = plugin.foreignPlace(found);
      if (foreign.isPresent()) {
        throw error(
            PluginError.SYMBOL_NOT_FOUND,
            found.getName()
                + " is not in this plugin but in "
                + foreign.get()
                + "; correct 'package', or list the symbol in the plugin that has it",
            null);
      }
      return found;
    }

    private Object construct(Class<?> found) {
      if (Modifier.isAbstract(found.getModifiers())) {
        throw error(
            PluginError.SYMBOL_NOT_LOADABLE, found.getName() + " is abstract; list another", null);
      }
      try {
        Constructor<?> constructor = found.getConstructor();
        return constructor.newInstance();
      } catch (NoSuchMethodException e) {
        throw error(
            PluginError.SYMBOL_NOT_LOADABLE,
            found.getName() + " has no public constructor without parameters; add one",
            e);
      } catch (IllegalAccessException e) {
        throw inaccessible(found, e);
      } catch (InvocationTargetException e) {
        Throwable cause = e.getCause();
        throw thrown("constructor", cause == null ? e : cause);
      } catch (InstantiationException e) {
        throw error(PluginError.SYMBOL_NOT_LOADABLE, found.getName() + " cannot be made", e);
      }
    }

    private Object constant(Class<?> owner, String fieldName) {
      try {
        Field field = owner.getField(fieldName);
        int modifiers = field.getModifiers();
        if (!Modifier.isStatic(modifiers) || !Modifier.isFinal(modifiers)) {
          throw error(
              PluginError.SYMBOL_NOT_LOADABLE, field + " must be public static final", null);
        }
        Object value = field.get(null);
        if (value == null) {
          throw error(PluginError.SYMBOL_NOT_LOADABLE, field + " is null", null);
        }
        return value;
      } catch (NoSuchFieldException e) {
        throw error(
            PluginError.SYMBOL_NOT_FOUND,
            owner.getName() + " has neither a nested class nor a public field " + fieldName,
            e);
      } catch (IllegalAccessException e) {
        throw inaccessible(owner, e);
      }
    }

    private PluginException inaccessible(Class<?> found, IllegalAccessException cause) {
      Module module = found.getModule();
      Module here = ImportSymbols.class.getModule();
      boolean exported = !module.isNamed() || module.isExported(packageName, here);
      return error(
          PluginError.SYMBOL_NOT_LOADABLE,
          exported
              ? found.getName() + " is not public; make it public"
              : "module "
                  + module.getName()
                  + " does not export the package; add \"exports "
                  + packageName
                  + " to dev.backplane.plugin;\" to its module-info.java",
          cause);
    }

    private PluginException thrown(String where, Throwable cause) {
      return error(
          PluginError.SYMBOL_FAILED,
          "its " + where + " threw " + Thrown.describe(cause),
          Thrown.printable(cause));
    }

    private PluginException error(PluginError error, String text, @Nullable Throwable cause) {
      return new PluginException(
          error,
          plugin.meta().positionOfElement(name),
          "symbol " + name + " of package " + packageName + ": " + text,
          cause);
    }
  }
}
