package dev.backplane.runtime.selector;

/**
 * A plugin instance as selectors see it.
 *
 * @param instance its configured name
 * @param module its plugin's name, which names all instances of that plugin
 */
public record Backend(String instance, String module) {}
