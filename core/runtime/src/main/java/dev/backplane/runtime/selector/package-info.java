/**
 * Selectors: words that choose devices, in the grammar of {@code ONEAPI_DEVICE_SELECTOR} with terms
 * of our own. {@code SelectorParser} turns a text into {@code Term}s, {@link
 * dev.backplane.runtime.selector.DeviceSelector} holds them, {@link
 * dev.backplane.runtime.selector.BoundSelector} applies them to the devices of configured plugin
 * instances. No plugin is called here.
 */
package dev.backplane.runtime.selector;
