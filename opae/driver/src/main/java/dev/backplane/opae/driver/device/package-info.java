/**
 * A resource of a native plugin that is open: {@code OpaeDevice}, and one class for each facet. A
 * facet is there where the plugin has the functions for it. {@code OpenResource} is what they
 * share.
 */
package dev.backplane.opae.driver.device;
