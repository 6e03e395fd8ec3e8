-- Constants that a process assigns as a whole, and of whose bits it assigns parts elsewhere.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity split is
  port (
    clk : in  std_logic;
    s : in  unsigned(1 downto 0);
    d : in  std_logic_vector(3 downto 0);
    a : out std_logic_vector(3 downto 0);
    b : out std_logic_vector(3 downto 0);
    c : out std_logic_vector(3 downto 0);
    e : out std_logic_vector(3 downto 0);
    f : out std_logic_vector(3 downto 0);
    g : out std_logic_vector(3 downto 0);
    h : out std_logic_vector(3 downto 0);
    i : out std_logic_vector(3 downto 0);
    j : out std_logic_vector(3 downto 0);
    k : out std_logic_vector(3 downto 0);
    l : out std_logic_vector(3 downto 0);
    m : out std_logic_vector(3 downto 0);
    n : out std_logic_vector(3 downto 0);
    p : out std_logic_vector(3 downto 0);
    q : out std_logic_vector(7 downto 0);
    r : out std_logic_vector(0 to 3);
    t : out std_logic_vector(7 downto 0)
  );
end entity;
architecture rtl of split is
  type rec is record x : std_logic_vector(3 downto 0); y : std_logic; z : unsigned(2 downto 0); end record;
  type arr is array (0 to 1) of std_logic_vector(3 downto 0);
  constant K1 : std_logic_vector(3 downto 0) := "1000";
  constant KR : rec := ("1000", '1', "001");
  signal rr, r2 : rec := KR;
  signal aa : arr := ("0000", "0000");
begin
  -- default static, partial in case
  process (all) begin a <= "0001"; case s is when "00" => a(2) <= '1'; when "01" => a(3 downto 2) <= d(1 downto 0); when others => null; end case; end process;
  -- default static, partial in if
  process (all) begin b <= "0001"; if s = 0 then b(2) <= '1'; elsif s = 1 then b(3 downto 2) <= d(1 downto 0); end if; end process;
  -- case whole static; others dynamic whole
  process (all) begin case s is when "00" => c <= "0001"; when "01" => c <= d; when others => c <= "1000"; end case; end process;
  -- whole static and partial complete in others
  process (all) begin case s is when "00" => e <= "0001"; when others => e(3 downto 2) <= d(1 downto 0); e(1 downto 0) <= "10"; end case; end process;
  -- if static and partial complete in else
  process (all) begin if s = 0 then f <= "0001"; else f(3 downto 2) <= d(1 downto 0); f(1 downto 0) <= "10"; end if; end process;
  -- nested if in case
  process (all) begin case s is when "00" => if d(0) = '1' then g <= "0001"; else g <= "0010"; end if; when others => g(3 downto 2) <= d(1 downto 0); g(1 downto 0) <= "10"; end case; end process;
  -- constant name
  process (all) begin case s is when "00" => h <= K1; when others => h(3 downto 1) <= d(2 downto 0); h(0) <= '0'; end case; end process;
  -- static in if before case
  process (all) begin if d(3) = '1' then i <= "0001"; else i <= "0111"; end if; case s is when "00" => i(3) <= '1'; when others => null; end case; end process;
  -- static whole after partial in same branch
  process (all) begin j <= d; case s is when "00" => j(1) <= '0'; j <= "0010"; when "01" => j(2) <= '0'; when others => null; end case; end process;
  -- clocked
  process (clk) begin if rising_edge(clk) then case s is when "00" => k <= "0001"; when "01" => k(1) <= d(0); when others => null; end case; end if; end process;
  process (clk) begin if rising_edge(clk) then l(0) <= d(0); if s = 0 then l <= "1110"; elsif s = 1 then l(1) <= '0'; end if; end if; end process;
  -- variable
  process (all) variable v : std_logic_vector(3 downto 0); begin v := "0001"; case s is when "00" => v := "1110"; when "01" => v(3) := '1'; when others => null; end case; m <= v; end process;
  -- slices with static
  process (all) begin n <= d; case s is when "00" => n(2 downto 0) <= "001"; when "01" => n(1) <= '1'; when others => null; end case; end process;
  -- uniform
  process (all) begin case s is when "00" => p <= "1111"; when others => p(3 downto 2) <= d(1 downto 0); p(1 downto 0) <= "10"; end case; end process;
  -- record
  process (clk) begin if rising_edge(clk) then case s is when "00" => rr <= KR; when "01" => rr.x <= d; when "10" => rr.z(1) <= d(0); when others => rr.y <= '0'; end case; end if; end process;
  q <= rr.x & rr.y & std_logic_vector(rr.z);
  process (all) begin case s is when "00" => r <= "0001"; when others => r(2 to 3) <= d(1 downto 0); r(0 to 1) <= "10"; end case; end process;
  process (clk) begin if rising_edge(clk) then case s is when "00" => aa <= ("0001", "0011"); when "01" => aa(0) <= d; when "10" => aa(1)(2) <= d(0); when others => null; end case; end if; end process;
  t <= aa(0) & aa(1);
end architecture;
